package import FlipbookCore
import FlipbookImaging

/// What there is to say about a pattern or a range.
package struct PatternExplanation {
    /// The text as it was given.
    let text: String
    /// What it means.
    let reading: PatternReading
    /// The dialect it was read in, or `nil` for none.
    let dialect: Dialect?
    /// The frames on disk, or `nil` if there is no folder to look into.
    let disk: FrameList?
    /// The files there that belong to the frames and have other names.
    let strays: [StrayFile]

    package init(
        _ text: String,
        _ reading: PatternReading,
        dialect: Dialect?,
        disk: FrameList?,
        strays: [StrayFile] = []
    ) {
        (self.text, self.reading, self.dialect, self.disk, self.strays) = (text, reading, dialect, disk, strays)
    }

    /// The frames that are meant: those that the text names, else those on disk.
    var frames: FrameSet { reading.frames ?? FrameSet((disk?.frames ?? []).lazy.compactMap(\.number)) }

    /// The scale factors of the frames on disk, of variants the smallest one; rising.
    private var scales: [Int] { Set((disk?.frames ?? []).lazy.map { Int($0.scale) }).sorted() }

    /// The pattern with the scale factor that all its files have, where they have one.
    private func named(_ pattern: FramePattern) -> FramePattern {
        guard pattern.scale == nil, scales.count == 1, let scale = scales.first, scale > 1 else { return pattern }
        return pattern.with(scale: scale)
    }

    /// The paths of the frames: those of the files that are there, else what the pattern makes.
    func paths(_ pattern: FramePattern) -> [FilePath] {
        var files: [Int: FilePath] = [:]
        for frame in disk?.frames ?? [] {
            if let number = frame.number { files[number] = frame.path }
        }
        let pattern = named(pattern)
        return frames.map { files[$0] ?? pattern.path(of: $0) }
    }

    /// The sequence in another tool's words.
    package func text(for tool: SequenceWords) throws(SequenceWordsError) -> String {
        switch reading {
        case .pattern(let pattern):
            guard scales.count < 2 else {
                throw SequenceWordsError(
                    description: "\(tool.rawValue) has no word for frames of different scale factors, "
                        + "\(scales.map { "@\($0)x" }.joined(separator: " and ")); draw the missing variants"
                )
            }
            return try named(pattern).text(for: tool, numbers: frames)
        case .range:
            throw SequenceWordsError(
                description: "a range alone names no files; give a pattern, such as walk.\(FilePath(text))#.png"
            )
        }
    }

    /// The explanation, a sentence a line.
    package var sentences: [String] {
        var sentences = [dialectSentence]
        switch reading {
        case .range(let frames):
            sentences.append("A range of frame numbers, without a name.")
            sentences += [Self.count(frames, verb: "It names")]
        case .pattern(let pattern):
            sentences.append(paddingSentence(pattern))
            if let scale = pattern.scale { sentences.append("Only the @\(scale)x variants of the frames.") }
            if let frames = pattern.frames {
                sentences.append(Self.count(frames, verb: "It names"))
                sentences += names(pattern, frames)
            } else {
                sentences.append("It names no frames: those that are on disk count.")
            }
            sentences += diskSentences(pattern)
        }
        let differences = reading.differences(of: text, in: Dialect.allCases.filter { $0 != dialect })
        if !differences.isEmpty { sentences += ["Other tools read it differently:"] + differences.map { "  " + $0 } }
        return sentences
    }

    private var dialectSentence: String {
        let shown = FilePath(text).description
        guard let dialect else { return "\(shown), read by fileseq's grammar, as without --dialect." }
        return "\(shown), read as \(dialect.name) does."
    }

    private func paddingSentence(_ pattern: FramePattern) -> String {
        let width = pattern.padding.width
        let number = pattern.padding.style == .udim ? "the number of a UDIM tile" : "the frame number"
        let padding = pattern.padding.text
        if width == 1 { return "\(padding) is \(number), without zeros in front." }
        return "\(padding) is \(number), with zeros in front to \(width) characters; longer numbers take more."
    }

    private static func count(_ frames: FrameSet, verb: String) -> String {
        switch frames.count {
        case 0: "\(verb) no frame."
        case 1: "\(verb) 1 frame: \(frames)."
        default: "\(verb) \(frames.count) frames: \(shortened(frames)), in this order."
        }
    }

    private static func shortened(_ frames: FrameSet) -> String {
        let most = 20
        guard frames.ranges.count > most else { return frames.description }
        return frames.ranges.prefix(most).map(\.description).joined(separator: ",") + ",…"
    }

    private func names(_ pattern: FramePattern, _ frames: FrameSet) -> [String] {
        guard let first = frames.first, let last = frames.last else { return [] }
        var files: [Int: FilePath] = [:]
        for frame in disk?.frames ?? [] where frame.number == first || frame.number == last {
            if let number = frame.number { files[number] = frame.path.map { FilePath($0.lastComponent) } }
        }
        let pattern = named(pattern)
        let name = files[first] ?? FilePath(pattern.name(of: first))
        if frames.count == 1 { return ["The file is \(name)."] }
        return ["The first file is \(name), the last one \(files[last] ?? FilePath(pattern.name(of: last)))."]
    }

    private func diskSentences(_ pattern: FramePattern) -> [String] {
        let folder = pattern.directory.isEmpty ? "the current folder" : FilePath(pattern.folder).description
        guard let disk else { return ["There is no folder \(FilePath(pattern.folder))."] }
        let there = FrameSet(disk.frames.lazy.compactMap(\.number))
        if there.isEmpty { return ["On disk: no such file in \(folder)."] }
        var sentence = "On disk: \(there.count.of("frame")), \(Self.shortened(there))"
        if !disk.missing.isEmpty { sentence += "; missing \(Self.shortened(disk.missing))" }
        if scales != [1] { sentence += "; scale \(scales.map { "@\($0)x" }.joined(separator: " "))" }
        var sentences = [sentence + "."]
        if pattern.frames == nil { sentences += names(pattern, there) }
        sentences += disk.hints.map { "\($0)." }
        if !layers.isEmpty {
            sentences.append("Layers, for --layer: \(layers.map(\.quotedForShell).joined(separator: ", ")).")
        }
        return sentences
    }

    /// The layers of the first file that is there; none where it cannot be read, or where its format has none.
    var layers: [String] {
        disk?.frames.first?.path.flatMap { try? ImageCodecs.standard.layers(ofFileAt: $0) } ?? []
    }
}

/// What `flipbook explain --json` prints.
package struct ExplainedPattern: Encodable {
    /// The pattern or the range as it was given.
    let pattern: String
    /// The dialect; `default` where none was named, which is fileseq's grammar without what tools read in
    /// different ways.
    let dialect: String
    /// The frame numbers, in order.
    let frames: [Int]
    /// Their files' names, with the folder as in the pattern; empty for a range.
    let names: [String]
    /// The names of the files that belong to the frames and have other names.
    let strays: [String]
    /// The layers of the first file that is there.
    let layers: [String]

    package init(_ file: FileExplanation) {
        pattern = file.path.string
        dialect = "default"
        frames = file.list.frames.compactMap(\.number)
        (names, strays, layers) = ([], [], file.layers.map(\.name).filter { !$0.isEmpty }.distinct)
    }

    package init(_ explanation: PatternExplanation) {
        pattern = explanation.text
        dialect = explanation.dialect?.rawValue ?? "default"
        frames = Array(explanation.frames)
        strays = explanation.strays.map(\.name.string)
        guard case .pattern(let pattern) = explanation.reading else {
            (names, layers) = ([], [])
            return
        }
        names = explanation.paths(pattern).map(\.string)
        layers = explanation.layers
    }
}
