package import FlipbookCore
import FlipbookFiles

enum OutputCollision {
    /// Returns the first frame that the target would replace, or the first frame of a sequence that the target would become
    /// part of. The target is a name or a pattern.
    ///
    /// Folders are compared by identity. A link to a frame in a different folder does not collide: the link would be replaced,
    /// not the frame.
    static func frame(of frames: FrameList, and others: [FilePath], by target: FilePath, isPattern: Bool) -> FilePath? {
        let name = FilePath(target.lastComponent)
        let pattern = Self.pattern(target, isPattern)
        guard let folder = folder(pattern?.folder ?? target.directory) else { return nil }
        var isFolder: [FilePath: Bool] = [:]
        let shown = frames.frames.flatMap { $0.image.parts.compactMap(\.path) }
        return (shown + others).first { path in
            guard pattern.map({ $0.match(path.lastComponent) != nil }) ?? (FilePath(path.lastComponent) == name)
            else { return false }
            let directory = FilePath(path.directory)
            let known = isFolder[directory] ?? (self.folder(directory.string) == folder)
            isFolder[directory] = known
            return known
        }
    }

    private static func pattern(_ target: FilePath, _ isPattern: Bool) -> FramePattern? {
        isPattern ? try? FramePattern(parsing: target.string) : nil
    }

    private static func folder(_ path: String) -> FileStatus.Identity? { FileStatus(FilePath(path))?.identity }

    /// Returns whether two targets can refer to the same file. Patterns are compared for numbers from 1 to 9,999,999.
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
    private var targets: [FilePath] { [target] + settings.encoding.format.companions(of: target) }

    package func writes(_ path: FilePath) -> Bool {
        let format = settings.encoding.format
        return !format.isStream
            && targets.contains { OutputCollision.meet($0, isPattern: format.isNumbered, path, isPattern: false) }
    }

    /// Returns whether both outputs would write a file with the same name in the same folder.
    func meets(_ other: ExportOutput) -> Bool {
        let (format, otherFormat) = (settings.encoding.format, other.settings.encoding.format)
        if format.isStream || otherFormat.isStream { return false }
        return targets.contains { mine in
            other.targets.contains {
                OutputCollision.meet(mine, isPattern: format.isNumbered, $0, isPattern: otherFormat.isNumbered)
            }
        }
    }
}
