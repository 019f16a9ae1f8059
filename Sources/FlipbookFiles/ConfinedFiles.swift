package import FlipbookCore
internal import Glibc
internal import Synchronization

/// Confines the files of a document to its folder. The document's paths are checked when the document is read. Since a link
/// could replace a file or folder afterward, the open file is checked again.
package enum ConfinedFiles {
    private static let folders = Mutex<[FilePath: [UInt8]]>([:])
    private static let isUsed = Atomic(false)

    package static func confine(_ path: FilePath, to folder: [UInt8]) {
        isUsed.store(true, ordering: .releasing)
        folders.withLock { $0[path] = folder }
    }

    package static func mayRead(_ path: FilePath, opened descriptor: Int32) -> Bool {
        guard isUsed.load(ordering: .acquiring), let folder = folders.withLock({ $0[path] }) else { return true }
        var real = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &real, real.count)
        guard count > 0 else { return true }
        return isInside(real[..<count].map { UInt8(bitPattern: $0) }, folder)
    }

    package static func isInside(_ real: some Collection<UInt8>, _ folder: [UInt8]) -> Bool {
        guard real.starts(with: folder) else { return false }
        let rest = real.dropFirst(folder.count)
        return rest.isEmpty || folder.count == 1 || rest.first == UInt8(ascii: "/")
    }
}
