/// The error for names that do not form a single sequence.
public enum ResolutionError: ExplainedError, Hashable {
    /// A sequence to choose from.
    public struct Candidate: Hashable, Sendable {
        /// The pattern with its folder, ready for use as input.
        public let pattern: FramePattern
        /// The existing numbers.
        public let frames: FrameSet
        package let files: [FilePath]
        package var misnamed: [MisnamedFrame] = []
    }

    /// Frames of one scale factor.
    public struct ScaledFrames: Hashable, Sendable {
        /// Pixels per point.
        public let scale: Int
        /// The names of the files.
        public let files: [FilePath]
        /// The numbers of the files, if they have any.
        public let frames: FrameSet
    }

    /// The folder contains no images. `otherFiles` is the number of files in it, and `folders` are its subfolders.
    case noImages(folder: FilePath, otherFiles: Int, folders: [FilePath] = [])
    /// The folder has multiple sequences.
    case severalSequences(folder: FilePath, [Candidate])
    /// The folder has multiple images, and no two names differ only in a number.
    case noSequence(folder: FilePath, images: [FilePath])
    /// Files that belong to the sequence do not match its pattern. If the folder is `nil`, the files are in an archive.
    case leftOut(folder: FilePath?, Candidate, [StrayFile])
    /// The padding of a pattern matches only these numbers of a sequence.
    case partOfSequence(FramePattern, [StrayFile], whole: Candidate)
    /// The counter in the names restarted. `before` and `after` are the numbers before and after the restart, including missing
    /// ones.
    case rollover(FramePattern, before: FrameSet, after: FrameSet, missing: FrameSet)
    /// Two files have the same frame number.
    case repeatedNumber(Int, FilePath, FilePath)
    /// A file occurs twice in a list that is sorted by name. The two paths might spell the folder differently.
    case repeatedFile(FilePath, FilePath)
    /// The frames have different scales. The most common one is first.
    case mixedScales(name: String, [ScaledFrames])
    /// No file in the folder matches the pattern.
    case noMatch(FramePattern, similar: [Candidate])
    /// No file was specified.
    case noFiles

    /// The code of each case: `frames.none`, `sequence.several` and so on.
    public var code: ErrorCode {
        switch self {
        case .noImages: "frames.none"
        case .severalSequences: "sequence.several"
        case .noSequence: "sequence.none"
        case .leftOut, .partOfSequence: "frames.left-out"
        case .rollover: "frames.order"
        case .repeatedNumber, .repeatedFile: "frames.repeated"
        case .mixedScales: "frames.scales"
        case .noMatch: "pattern.unmatched"
        case .noFiles: "input.none"
        }
    }

    /// The location, the fault and the remedy, followed by one line for each sequence to choose from.
    public var explanation: Explanation { explanation(for: .shell) }

    package func explanation(for reader: InputReader) -> Explanation {
        switch self {
        case .noImages(let folder, _, let folders) where !folders.isEmpty:
            "\(folder): no images here, but \(folders.count.of("folder")): "
                + "\(folders.map { "\($0.string.quotedForShell)/" }.listed(atMost: 3)). Specify one of them, or add "
                + "\(remedy: .set(.tree)) to join all images in them"
        case .noImages(let folder, 0, _):
            "\(folder): the folder has no files; specify a folder of images, or a pattern such as walk.####.png"
        case .noImages(let folder, let others, _):
            "\(folder): \(others == 1 ? "the only file is not an image" : "none of the \(others) files is an image"); "
                + "images are recognized by their extension, such as png or jpg"
        case .severalSequences(let folder, let candidates):
            "\(folder): the folder has \(candidates.count) sequences; specify one of them:\(Self.list(candidates))"
        case .noSequence(let folder, let images)
        where images.allSatisfy { FrameFileName($0.lastComponent).idiom != nil }:
            "\(folder): \(images.count) images, all for one kind of device (\(Self.list(images))); "
                + "select it with \(remedy: .set(.idiom, to: "phone")) or \(remedy: .set(.idiom, to: "pad"))"
        case .noSequence(let folder, let images):
            "\(folder): \(images.count) images, but no two names differ only in a frame number "
                + "(\(Self.list(images))); list the files in the desired order"
        case .leftOut(let folder, let taken, let strays):
            "\(folder ?? FilePath(taken.pattern.folder)): \(FilePath(taken.pattern.description).name) "
                + "(\(taken.frames.count.of("frame"))) leaves out \(strays.words). "
                + Self.remedy(for: strays, of: taken, in: folder, reader)
        case .partOfSequence(let part, let strays, let whole):
            "\(FilePath(part.with(frames: nil).description)) leaves out \(strays.words); use "
                + "\(reader.text(whole.pattern)) for all frames, or \(reader.text(part)) to exclude them"
        case .rollover(let pattern, let before, let after, let missing):
            "\(FramePlaces.hint(on: (before, after), of: FilePath(pattern.description).description))"
                + (missing.isEmpty ? "" : ", and \(missing.asFrames) \(missing.count == 1 ? "is" : "are") missing")
                + ". Choose the order (\(Self.order(pattern, before, after, reader)))"
        case .repeatedNumber(_, let first, let second) where first == second,
            .repeatedFile(let first, let second) where first == second:
            "\(first) is listed twice; list it once, or show it twice with \(remedy: .set(.sort, to: "none"))"
        case .repeatedFile(let first, let second):
            "\(first) and \(second) are the same file; list it once, or show it twice with "
                + "\(remedy: .set(.sort, to: "none"))"
        case .repeatedNumber(let number, let first, let second):
            "\(first) and \(second) are both frame \(number); remove or rename one of them"
        case .mixedScales(let name, let scales):
            "\(name): the frames have different scale factors: \(Self.list(scales)); add the missing variants, choose "
                + "a \(remedy: .set(.scale)) that all frames have, or place them with \(remedy: .accept(.mismatch))"
        case .noMatch(let pattern, let similar) where similar.isEmpty:
            "\(FilePath(pattern.description)): no file matches, and \(FilePath(pattern.folder)) has no sequence"
        case .noMatch(let pattern, let similar):
            "\(FilePath(pattern.description)): no file matches"
                + (pattern.padding.text == "##" ? " (## stands for 8 digits, @@ for 2)" : "")
                + "; the folder has:\(Self.list(similar))"
        case .noFiles: "no input; specify a folder, a pattern such as walk.####.png, or image files"
        }
    }

    private static func order(_ pattern: FramePattern, _ before: FrameSet, _ after: FrameSet, _ reader: InputReader)
        -> Explanation
    {
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
        let gap = FrameNumbering(of: frames, width: pattern.padding.width, prefix: "").missing
        if strays.contains(where: { $0.difference == .subframe }),
            let first = taken.files.first.flatMap({ FrameFileName($0.lastComponent).subframe }),
            case let isFalling = first.isNegative && !first.isBehindNumber,
            isFalling || !gap.isEmpty
        {
            // The pattern lists its frames, since a number between two subframes is not a missing frame. Negative numbers are
            // in descending order.
            pattern = pattern.with(frames: isFalling ? FrameSet(frames.reversed()) : frames)
        }
        let without: Explanation = "use \(reader.text(pattern)) to exclude \(them)"
        guard let folder else {
            return reader == .shell
                ? "Add \(remedy: .set(.tree)) to include all files in natural order, or \(without)"
                : "Unpack the archive, or \(without)"
        }
        if strays.areMended(byRenamingBeside: frames) {
            return "Rename \(them) (\(remedy: .fix(folder))), or \(without)"
        }
        let areCopies = strays.allSatisfy { $0.difference == .copyMark }
        if areCopies, let advice = taken.misnamed.advice { return "\(advice) Otherwise, \(without)" }
        let files = strays.map { FilePath(pattern.directory + $0.name.string) } + taken.files
        let ordered = try? Resolution.joined([files], .init(naming: .show)).frames.compactMap(\.path)
        guard files.count <= 12, !areCopies || gap.isEmpty, let all = ordered.flatMap(reader.list)
        else {
            return (areCopies ? "Remove or rename \(them)" : "Name \(them) like the other frames") + ", or \(without)"
        }
        return "List all files (\(all)), or \(without)"
    }

    private static func list(_ candidates: [Candidate]) -> String {
        let most = 20
        let lines = candidates.prefix(most).map { candidate in
            "\n  \(candidate.pattern.quotedForShell)  \(candidate.frames)  \(candidate.frames.count.of("frame"))"
        }
        let more = candidates.count - lines.count
        return lines.joined() + (more > 0 ? "\n  and \(more) more" : "")
    }

    private static func list(_ files: [FilePath]) -> String { files.map(\.description).listed(atMost: 4) }

    private static func list(_ scales: [ScaledFrames]) -> String {
        scales.map { group in
            return "@\(group.scale)x \(group.frames.isEmpty ? list(group.files) : group.frames.asFrames)"
        }.joined(separator: ", ")
    }
}

package enum InputReader: Hashable, Sendable {
    case shell
    /// A manifest's key. `prefix` is the manifest's folder, as it appears in paths.
    case manifest(prefix: String, takesList: Bool)

    func text(_ pattern: FramePattern) -> String {
        self == .shell ? pattern.quotedForShell : quoted(pattern.description)
    }

    /// Returns the files in the input's syntax, or `nil` if the syntax allows only one file.
    func list(_ files: [FilePath]) -> String? {
        switch self {
        case .shell: files.map(\.quotedAsArgument).joined(separator: " ")
        case .manifest(_, let takesList):
            takesList ? "[\(files.map { quoted($0.string) }.joined(separator: ", "))]" : nil
        }
    }

    private func quoted(_ path: String) -> String {
        guard case .manifest(let prefix, _) = self, path.utf8.starts(with: prefix.utf8)
        else { return path.quotedForJSON() }
        return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self).quotedForJSON()
    }
}
