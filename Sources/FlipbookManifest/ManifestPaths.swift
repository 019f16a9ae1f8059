public import FlipbookCore
import FlipbookFiles
internal import Glibc

/// Rewrites paths as a manifest in another folder has to write them.
public final class ManifestPaths {
    private let base: [[UInt8]]
    private let allowed: [[[UInt8]]]
    private var realFolders: [FilePath: [[UInt8]]] = [:]

    /// Paths for a manifest that lies in `folder`, which must be there.
    /// - Parameter allowedFolders: The folders outside of it that a path may lead to; `/` for all.
    /// - Throws: ``ManifestFileError/system(_:)`` where the folder is not there.
    public init(manifestFolder folder: String, allowedFolders: [FilePath] = []) throws(ManifestFileError) {
        base = try Self.parts(of: FilePath(folder))
        allowed = try [base] + allowedFolders.map { (folder) throws(ManifestFileError) in try Self.parts(of: folder) }
    }

    /// `path`, which is seen from where the command runs, as seen from the manifest's folder.
    /// - Throws: ``ManifestFileError/cannotName(_:)`` where it lies outside and that is not allowed.
    public func path(of path: FilePath) throws(ManifestFileError) -> String {
        let folder = FilePath(path.directory)
        let parts: [[UInt8]]
        if let known = realFolders[folder] {
            parts = known
        } else {
            parts = try Self.parts(of: folder)
            realFolders[folder] = parts
        }
        let common = zip(parts, base).prefix { $0 == $1 }.count
        let ups = base.count - common
        guard allowed.contains(where: { parts.starts(with: $0) }) else { throw .cannotName(path) }
        let steps = Array(repeating: Array("..".utf8), count: ups) + parts[common...] + [Array(path.lastComponent.utf8)]
        return String(decoding: Array(steps.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    /// The names of the folders from the root to a folder, all links followed.
    private static func parts(of folder: FilePath) throws(ManifestFileError) -> [[UInt8]] {
        guard let real = folder.resolved else {
            let code = errno
            // A folder in an archive is none on the disk.
            guard code == ENOTDIR else { throw .system(FileSystemError(folder, errno: code)) }
            return try parts(of: FilePath(folder.directory)) + [Array(folder.lastComponent.utf8)]
        }
        return real.string.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    }
}
