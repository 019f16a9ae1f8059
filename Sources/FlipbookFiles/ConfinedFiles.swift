package import FlipbookCore
internal import Glibc
internal import Synchronization

/// The files of documents that may name nothing outside of their folder.
///
/// A document's paths are checked when it is read. Until a file is opened, though, a link can be put in its place, or in that
/// of a folder on the way. So the check is made again on the open file, where nothing can come between.
package enum ConfinedFiles {
    private static let folders = Mutex<[FilePath: [UInt8]]>([:])
    private static let isUsed = Atomic(false)

    /// From now on `path` is opened only where it lies in `folder`, a real path.
    package static func confine(_ path: FilePath, to folder: [UInt8]) {
        isUsed.store(true, ordering: .releasing)
        folders.withLock { $0[path] = folder }
    }

    package static func mayRead(_ path: FilePath, opened descriptor: Int32) -> Bool {
        guard isUsed.load(ordering: .acquiring), let folder = folders.withLock({ $0[path] }) else { return true }
        var real = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &real, real.count)
        // Without /proc there is no second look.
        guard count > 0 else { return true }
        return isInside(real[..<count].map { UInt8(bitPattern: $0) }, folder)
    }

    /// Returns `true` if a real path is that of a folder, or of what lies in it.
    package static func isInside(_ real: some Collection<UInt8>, _ folder: [UInt8]) -> Bool {
        guard real.starts(with: folder) else { return false }
        let rest = real.dropFirst(folder.count)
        return rest.isEmpty || folder.count == 1 || rest.first == UInt8(ascii: "/")
    }
}
