public import FlipbookCore
import FlipbookFiles
internal import Glibc

/// A converter that makes paths relative to a manifest's folder.
public final class ManifestPaths {
    private let base: [[UInt8]]
    private let allowed: [[[UInt8]]]
    private var realFolders: [FilePath: [[UInt8]]] = [:]

    /// Creates a converter for a manifest in an existing folder.
    /// - Parameter allowedFolders: The other folders to which a path may lead. `/` allows every folder.
    /// - Throws: ``ManifestFileError/system(_:)`` if the folder does not exist.
    public init(manifestFolder folder: String, allowedFolders: [FilePath] = []) throws(ManifestFileError) {
        base = try Self.parts(of: FilePath(folder))
        allowed = try [base] + allowedFolders.map { (folder) throws(ManifestFileError) in try Self.parts(of: folder) }
    }

    /// Converts a path that is relative to the current folder to a path that is relative to the manifest's folder.
    /// - Throws: ``ManifestFileError/cannotName(_:)`` if the path leads to a folder that is not allowed.
    public func path(of path: FilePath) throws(ManifestFileError) -> String {
        let folder = FilePath(path.directory)
        let parts = if let known = realFolders[folder] { known } else { try Self.parts(of: folder) }
        realFolders[folder] = parts
        let common = zip(parts, base).prefix { $0 == $1 }.count
        let ups = base.count - common
        guard allowed.contains(where: { parts.starts(with: $0) }) else { throw .cannotName(path) }
        let steps = Array(repeating: Array("..".utf8), count: ups) + parts[common...] + [Array(path.lastComponent.utf8)]
        return String(decoding: Array(steps.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    private static func parts(of folder: FilePath) throws(ManifestFileError) -> [[UInt8]] {
        guard let real = folder.resolved else {
            let code = errno
            // A folder in an archive is not on disk.
            guard code == ENOTDIR else { throw .system(FileSystemError(folder, errno: code)) }
            return try parts(of: FilePath(folder.directory)) + [Array(folder.lastComponent.utf8)]
        }
        return real.string.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    }
}
