import FlipbookCore
import Glibc

/// Whether an output would be written over its own input, or among its frames.
enum OutputCollision {
    /// The first frame of `frames` whose name in its folder is the target's, or where that is a
    /// pattern one of those that it names; `nil` when there is none.
    ///
    /// Folders are compared by what they are, not by how they are called. A link
    /// elsewhere to a frame is no collision: the link would be replaced, not the frame.
    /// - Parameter others: files that are read besides the frames.
    static func frame(
        of frames: FrameList,
        and others: [FilePath],
        metBy target: FilePath,
        isPattern: Bool
    ) -> FilePath? {
        let name = FilePath(target.lastComponent)
        var pattern: FramePattern?
        if isPattern {
            do {
                pattern = try FramePattern(parsing: target.string)
            } catch {
                // Without a place for the number it is refused later, with the reason.
                return nil
            }
        }
        guard let folder = FolderIdentity(pattern?.folder ?? target.directory) else { return nil }
        var isFolder: [FilePath: Bool] = [:]
        return (frames.frames.compactMap(\.path) + others).first { path in
            guard pattern.map({ $0.match(path.lastComponent) != nil }) ?? (FilePath(path.lastComponent) == name) else {
                return false
            }
            let directory = FilePath(path.directory)
            let known = isFolder[directory] ?? (FolderIdentity(directory.string) == folder)
            isFolder[directory] = known
            return known
        }
    }
}

/// A folder by its device and number, whatever path leads to it.
private struct FolderIdentity: Equatable {
    let device: dev_t
    let number: ino_t

    /// The folder at `path`, through symbolic links; `nil` where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
