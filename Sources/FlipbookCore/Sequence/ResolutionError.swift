/// Why names do not make one sequence.
public enum ResolutionError: ExplainedError, Hashable {
    /// A sequence that the user may have meant.
    public struct Candidate: Hashable, Sendable {
        /// Its pattern with its folder, ready to be given.
        public let pattern: FramePattern
        /// The numbers that are there.
        public let frames: FrameSet
        /// Its files with their folder.
        let files: [FilePath]
    }

    /// Frames of one scale factor.
    public struct ScaledFrames: Hashable, Sendable {
        /// Pixels per point.
        public let scale: Int
        /// The names of the files.
        public let files: [FilePath]
        /// Their numbers, where they have any.
        public let frames: FrameSet
    }

    /// The folder has no image. `otherFiles` counts the files that are something else.
    case noImages(folder: FilePath, otherFiles: Int)
    /// The folder has more than one sequence.
    case severalSequences(folder: FilePath, [Candidate])
    /// The folder has several images, but no two whose names differ in a number only.
    case noSequence(folder: FilePath, images: [FilePath])
    /// Files of the folder belong to the sequence of this pattern, which leaves them out. If `nil`, they are in an archive.
    case leftOut(folder: FilePath?, Candidate, [StrayFile])
    /// The counter that numbers the files of a pattern started again after its last number.
    /// `before` and `after` are all its numbers up to the last one, and from the first one on.
    case rollover(FramePattern, before: FrameSet, after: FrameSet, missing: FrameSet)
    /// Two files are the same frame.
    case repeatedNumber(Int, FilePath, FilePath)
    /// One file was given twice, perhaps in two spellings of its folder, where files are put in the order of their names.
    case repeatedFile(FilePath, FilePath)
    /// The frames would come from variants of different scale, the commonest scale first.
    case mixedScales(name: String, [ScaledFrames])
    /// No file of the folder matches the pattern.
    case noMatch(FramePattern, similar: [Candidate])
    /// No file was given.
    case noFiles
}

extension ResolutionError {
    /// What kind of error it is, by its case: `frames.none`, `sequence.several` and so on.
    public var code: ErrorCode {
        switch self {
        case .noImages: "frames.none"
        case .severalSequences: "sequence.several"
        case .noSequence: "sequence.none"
        case .leftOut: "frames.left-out"
        case .rollover: "frames.order"
        case .repeatedNumber, .repeatedFile: "frames.repeated"
        case .mixedScales: "frames.scales"
        case .noMatch: "pattern.unmatched"
        case .noFiles: "input.none"
        }
    }

    /// Where, what, and what to do; sequences to choose from stand below, one a line.
    public var explanation: Explanation { explanation(for: .shell) }

    /// The same, with files and patterns as they are written where the input stands.
    package func explanation(for reader: InputReader) -> Explanation {
        switch self {
        case .noImages(let folder, 0):
            "\(folder): the folder holds no file; give a folder of images, or a pattern such as walk.####.png"
        case .noImages(let folder, let others):
            "\(folder): no image among \(others.of("file")); "
                + "images are recognized by their extension, such as png or jpg"
        case .severalSequences(let folder, let candidates):
            "\(folder): the folder holds \(candidates.count) sequences; give one of them:\(Self.list(candidates))"
        case .noSequence(let folder, let images)
        where images.allSatisfy { FrameFileName($0.lastComponent).idiom != nil }:
            "\(folder): \(images.count) images, all of them for one kind of device (\(Self.list(images))); "
                + "take them with \(remedy: .set(.idiom, to: "phone")) or \(remedy: .set(.idiom, to: "pad"))"
        case .noSequence(let folder, let images):
            "\(folder): \(images.count) images, but no two whose names differ in a frame number only "
                + "(\(Self.list(images))); give the files themselves in the order wanted"
        case .leftOut(let folder, let taken, let strays):
            "\(folder ?? FilePath(taken.pattern.folder)): \(FilePath(taken.pattern.description).name) "
                + "(\(taken.frames.count.of("frame"))) leaves out \(strays.words). "
                + Self.remedy(for: strays, of: taken, in: folder, reader)
        case .rollover(let pattern, let before, let after, let missing):
            "\(FramePlaces.hint(on: (before, after), of: FilePath(pattern.description).description))"
                + (missing.isEmpty ? "" : ", and \(missing.asFrames) \(missing.count == 1 ? "is" : "are") missing")
                + ". Give the order (\(Self.order(pattern, before, after, reader)))"
        case .repeatedNumber(_, let first, let second) where first == second,
            .repeatedFile(let first, let second) where first == second:
            "\(first) is given twice; give it once, or have it shown twice with \(remedy: .set(.sort, to: "none"))"
        case .repeatedFile(let first, let second):
            "\(first) and \(second) are one file; give it once, or have it shown twice with "
                + "\(remedy: .set(.sort, to: "none"))"
        case .repeatedNumber(let number, let first, let second):
            "\(first) and \(second) are both frame \(number); remove or rename one of them"
        case .mixedScales(let name, let scales):
            "\(name): frames of different scale factors: \(Self.list(scales)); "
                + "add the missing variants, choose another \(remedy: .set(.scale)), "
                + "or place them with \(remedy: .accept(.mismatch))"
        case .noMatch(let pattern, let similar) where similar.isEmpty:
            "\(FilePath(pattern.description)): no file matches, and there is no sequence in \(FilePath(pattern.folder))"
        case .noMatch(let pattern, let similar):
            "\(FilePath(pattern.description)): no file matches; the folder holds:\(Self.list(similar))"
        case .noFiles: "no input; give a folder, a pattern such as walk.####.png, or image files"
        }
    }

    private static func order(
        _ pattern: FramePattern,
        _ before: FrameSet,
        _ after: FrameSet,
        _ reader: InputReader
    ) -> Explanation {
        reader == .shell
            ? "\(remedy: .set(.frames, to: "\(before),\(after)"))"
            : "\(reader.text(pattern.with(frames: FrameSet(Array(before) + after))))"
    }

    private static func remedy(
        for strays: [StrayFile],
        of taken: Candidate,
        in folder: FilePath?,
        _ reader: InputReader
    ) -> Explanation {
        let them = strays.count == 1 ? "it" : "them"
        let frames = taken.frames
        var pattern = taken.pattern
        if strays.contains(where: { $0.difference == .subframe }),
            let first = taken.files.first.flatMap({ FrameFileName($0.lastComponent).subframe }),
            case let isFalling = first.isNegative && !first.isBehindNumber,
            isFalling || !FrameNumbering(of: frames, width: pattern.padding.width, prefix: "").missing.isEmpty
        {
            // The numbers between two fractions of one frame are no frames, and fractions below zero are in falling order.
            pattern = pattern.with(frames: isFalling ? FrameSet(frames.reversed()) : frames)
        }
        let without: Explanation = "give \(reader.text(pattern)) to leave \(them) out"
        guard let folder else {
            return reader == .shell
                ? "Add \(remedy: .set(.tree)) for all in natural order, or \(without)"
                : "Unpack the archive, or \(without)"
        }
        if strays.areMended(byRenamingBeside: frames) {
            return "Rename \(them) (\(remedy: .fix(folder))), or \(without)"
        }
        let files = strays.map { FilePath(pattern.directory + $0.name.string) } + taken.files
        guard files.count <= 12, let all = reader.list(Resolution.inOrder(files, idiom: nil).paths) else {
            return strays.allSatisfy { $0.difference == .copyMark }
                ? "Remove or rename \(them), or \(without)" : "Number all frames in one way, or \(without)"
        }
        return "Give all files (\(all)), or \(without)"
    }

    private static func list(_ candidates: [Candidate]) -> String {
        let most = 20
        let lines = candidates.prefix(most).map { candidate in
            "\n  \(candidate.pattern.quotedForShell)  \(candidate.frames)  "
                + candidate.frames.count.of("frame")
        }
        let more = candidates.count - lines.count
        return lines.joined() + (more > 0 ? "\n  and \(more) more" : "")
    }

    private static func list(_ files: [FilePath]) -> String { files.map(\.description).listed(atMost: 4) }

    private static func list(_ scales: [ScaledFrames]) -> String {
        scales.map { group in
            let what = group.frames.isEmpty ? list(group.files) : group.frames.asFrames
            return "@\(group.scale)x \(what)"
        }.joined(separator: ", ")
    }
}

/// The place of an input, which decides the form of names in a remedy.
package enum InputReader: Hashable, Sendable {
    /// Words of a shell command.
    case shell
    /// A key of the manifest in the folder whose paths begin so, and whether the key takes a list of files.
    case manifest(prefix: String, takesList: Bool)

    /// A pattern as it is written there.
    func text(_ pattern: FramePattern) -> String {
        self == .shell ? pattern.quotedForShell : quoted(pattern.description)
    }

    /// The files as they are written there, or `nil` if only one can be.
    func list(_ files: [FilePath]) -> String? {
        switch self {
        case .shell: files.map(\.quotedAsArgument).joined(separator: " ")
        case .manifest(_, let takesList):
            takesList ? "[\(files.map { quoted($0.string) }.joined(separator: ", "))]" : nil
        }
    }

    private func quoted(_ path: String) -> String {
        guard case .manifest(let prefix, _) = self, path.utf8.starts(with: prefix.utf8) else {
            return path.quotedForJSON()
        }
        return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self).quotedForJSON()
    }
}

extension FramePattern {
    /// The pattern as one word of a shell command, which no option can be mistaken for.
    public var quotedForShell: String { FilePath(description).quotedAsArgument }
}

extension FilePath {
    /// The path as one word of a shell command, which no option can be mistaken for.
    package var quotedAsArgument: String {
        (string.utf8.first == UInt8(ascii: "-") ? "./" + string : string).quotedForShell
    }
}
