package import FlipbookCore
import FlipbookFiles

/// The check that an output is not written over its own input, nor among its frames.
enum OutputCollision {
    /// The first frame of `frames` whose name in its folder is the target's, or where that is a
    /// pattern one of those that it names, or `nil` if there is none.
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
        let pattern = Self.pattern(target, isPattern)
        guard let folder = folder(pattern?.folder ?? target.directory) else { return nil }
        var isFolder: [FilePath: Bool] = [:]
        let shown = frames.frames.flatMap { $0.image.parts.compactMap(\.path) }
        return (shown + others).first { path in
            guard pattern.map({ $0.match(path.lastComponent) != nil }) ?? (FilePath(path.lastComponent) == name) else {
                return false
            }
            let directory = FilePath(path.directory)
            let known = isFolder[directory] ?? (self.folder(directory.string) == folder)
            isFolder[directory] = known
            return known
        }
    }

    /// The pattern that a target is, or `nil` for one name. Numbered images have one where there is one frame.
    private static func pattern(_ target: FilePath, _ isPattern: Bool) -> FramePattern? {
        isPattern ? try? FramePattern(parsing: target.string) : nil
    }

    private static func folder(_ path: String) -> FileStatus.Identity? { FileStatus(FilePath(path))?.identity }

    /// Returns `true` if two targets, of which each may be a pattern, can name one file. Two patterns do where they share a name of
    /// the numbers 1 to 9,999,999 with as many digits as either has.
    static func meet(_ first: FilePath, isPattern: Bool, _ second: FilePath, isPattern isOther: Bool) -> Bool {
        let (one, other) = (pattern(first, isPattern), pattern(second, isOther))
        guard let folder = folder(one?.folder ?? first.directory),
            folder == self.folder(other?.folder ?? second.directory)
        else { return false }
        switch (one, other) {
        case (nil, nil): return FilePath(first.lastComponent) == FilePath(second.lastComponent)
        case (let one?, nil): return one.match(second.lastComponent) != nil
        case (nil, let other?): return other.match(first.lastComponent) != nil
        case (let one?, let other?):
            return [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].contains { other.match(one.name(of: $0)) != nil }
        }
    }
}

extension ExportOutput {
    /// The names of the files, those that lie beside the one that was asked for among them; numbered images are a pattern.
    private var targets: [FilePath] { [target] + settings.encoding.format.companions(of: target) }

    /// Returns `true` if a file of this name would be among those that are written.
    package func writes(_ path: FilePath) -> Bool {
        let format = settings.encoding.format
        return !format.isStream
            && targets.contains { OutputCollision.meet($0, isPattern: format.isNumbered, path, isPattern: false) }
    }

    /// Returns `true` if both would write a file of one name in one folder.
    func meets(_ other: ExportOutput) -> Bool {
        if settings.encoding.format.isStream || other.settings.encoding.format.isStream { return false }
        return targets.contains { mine in
            other.targets.contains { theirs in
                OutputCollision.meet(
                    mine,
                    isPattern: settings.encoding.format.isNumbered,
                    theirs,
                    isPattern: other.settings.encoding.format.isNumbered
                )
            }
        }
    }
}
