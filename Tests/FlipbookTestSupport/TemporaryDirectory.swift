public import FlipbookCore
import Foundation

/// A folder that exists as long as this object does.
public final class TemporaryDirectory: Sendable {
    /// The folder's path.
    public let path: String

    /// A new, empty folder in the system's temporary directory.
    public init() throws {
        // Short, since a socket's path has 108 bytes at most, and compositors and Slurm put theirs into folders in here.
        let name = "flipbook-\(String(UInt64.random(in: 0..<1 << 48), radix: 36))"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside the folder.
    public func file(_ name: String) -> FilePath { FilePath(path + "/" + name) }

    /// Writes `bytes` to `name`, making the folders on the way.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> FilePath {
        let file = file(name)
        try FileManager.default.createDirectory(atPath: file.directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file.string))
        return file
    }

    /// The names in the folder, sorted by their bytes.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
