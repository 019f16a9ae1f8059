package import FlipbookCore
import FlipbookImaging
import FlipbookSequences

package struct PatternExplanation {
    let text: String
    let reading: PatternReading
    let dialect: Dialect?
    let disk: FrameList?
    let strays: [StrayFile]

    package init(
        _ text: String,
        _ reading: PatternReading,
        dialect: Dialect?,
        disk: FrameList?,
        strays: [StrayFile] = []
    ) { (self.text, self.reading, self.dialect, self.disk, self.strays) = (text, reading, dialect, disk, strays) }

    var frames: FrameSet { reading.frames ?? FrameSet((disk?.frames ?? []).lazy.compactMap(\.number)) }

    /// The scale factors of the frames on disk, in ascending order. For variants of a frame, only the smallest factor is
    /// included.
    private var scales: [Int] { Set((disk?.frames ?? []).lazy.map { Int($0.scale) }).sorted() }

    private func named(_ pattern: FramePattern) -> FramePattern {
        guard pattern.scale == nil, scales.count == 1, let scale = scales.first, scale > 1 else { return pattern }
        return pattern.with(scale: scale)
    }

    private var files: [Int: FilePath] {
        let pairs = (disk?.frames ?? []).compactMap { frame in frame.number.map { ($0, frame.path) } }
        return Dictionary(pairs) { _, last in last }.compactMapValues { $0 }
    }

    func paths(_ pattern: FramePattern) -> [FilePath] {
        let (files, pattern) = (files, named(pattern))
        return frames.map { files[$0] ?? pattern.path(of: $0) }
    }

    package func text(for tool: SequenceWords) throws(SequenceWordsError) -> String {
        switch reading {
        case .pattern(let pattern):
            guard scales.count < 2 else {
                throw SequenceWordsError(
                    description: "\(tool.rawValue) has no syntax for frames with different scale factors, "
                        + "\(scales.map { "@\($0)x" }.joined(separator: " and ")); add the missing variants"
                )
            }
            return try named(pattern).text(for: tool, numbers: frames)
        case .range:
            throw SequenceWordsError(
                description: "a range without a name has no files; use a pattern, such as walk.\(FilePath(text))#.png"
            )
        }
    }

    package var sentences: [String] {
        let reader = dialect.map { "by \($0.name)'s grammar" } ?? "by Flipbook's grammar"
        var sentences = ["\(FilePath(text)), read \(reader)."]
        switch reading {
        case .range(let frames):
            sentences.append("A range of frame numbers, without a name.")
            sentences.append(Self.count(frames))
            do { _ = try FrameSelection(parsing: text).numbers(in: dialect) } catch { sentences.append(error.sentence) }
        case .pattern(let pattern):
            sentences.append(paddingSentence(pattern))
            if let scale = pattern.scale { sentences.append("Only @\(scale)x variants.") }
            if let frames = pattern.frames {
                sentences.append(Self.count(frames))
                sentences += names(pattern, frames)
            } else {
                sentences.append("It specifies no frames, so the frames on disk are used.")
            }
            sentences += diskSentences(pattern)
        }
        let differences = reading.differences(of: text, in: Dialect.allCases.filter { $0 != dialect })
        if !differences.isEmpty { sentences += ["Other tools read it differently:"] + differences.map { "  " + $0 } }
        return sentences
    }

    private func paddingSentence(_ pattern: FramePattern) -> String {
        let width = pattern.padding.width
        let number = pattern.padding.style == .udim ? "the number of a UDIM tile" : "the frame number"
        let padding = pattern.padding.text
        if width == 1 { return "\(padding) is \(number), without leading zeros." }
        return "\(padding) is \(number), padded with zeros to \(width) characters; longer numbers keep their length."
    }

    private static func count(_ frames: FrameSet) -> String {
        "It specifies \(frames.count.of("frame")): \(frames.shortened(to: 20))\(frames.count > 1 ? ", in this order" : "")."
    }

    private func names(_ pattern: FramePattern, _ frames: FrameSet) -> [String] {
        guard let first = frames.first, let last = frames.last else { return [] }
        let (files, pattern) = (files, named(pattern))
        let names = [first, last].map { FilePath(files[$0]?.lastComponent ?? pattern.name(of: $0)) }
        return [
            frames.count == 1
                ? "The file is \(names[0])." : "The first file is \(names[0]); the last one is \(names[1])."
        ]
    }

    private func diskSentences(_ pattern: FramePattern) -> [String] {
        let folder = pattern.directory.isEmpty ? "the current folder" : FilePath(pattern.folder).description
        guard let disk else { return ["The folder \(FilePath(pattern.folder)) does not exist."] }
        let there = FrameSet(disk.frames.lazy.compactMap(\.number))
        if there.isEmpty { return ["On disk: no matching files in \(folder)."] }
        var sentence = "On disk: \(there.count.of("frame")), \(there.shortened(to: 20))"
        if !disk.missing.isEmpty { sentence += "; missing \(disk.missing.shortened(to: 20))" }
        if scales != [1] { sentence += "; scale \(scales.map { "@\($0)x" }.joined(separator: " "))" }
        var sentences = [sentence + "."]
        if pattern.frames == nil { sentences += names(pattern, there) }
        sentences += disk.hints.map { "\($0)." }
        if !layers.isEmpty {
            sentences.append("Layers (see --layer): \(layers.map(\.quotedForShell).joined(separator: ", ")).")
        }
        return sentences
    }

    var layers: [String] { disk?.frames.first?.path.flatMap { try? ImageCodecs.standard.layers(ofFileAt: $0) } ?? [] }
}

/// An explanation of sub-frames, whose numbers cannot be expressed in ranges or by other tools.
package struct SubframeExplanation {
    package let document: ExplainedPattern
    package let sentences: [String]

    package init?(_ text: String) {
        // The numbers are fractions if the text is not a pattern but matches frames.
        guard (try? PatternReading(text)) == nil, let list = try? SequenceLocator().locate([text]),
            let first = list.frames.first?.path, let last = list.frames.last?.path, first != last
        else { return nil }
        sentences = list.hints.map { "\($0)." } + ["The first file is \(first.name); the last one is \(last.name)."]
        document = ExplainedPattern(subframes: text, list.frames.compactMap(\.path))
    }
}

package struct ExplainedPattern: Encodable {
    let pattern, dialect: String
    let frames: [Int]
    let names, strays, layers: [String]

    package init(_ file: FileExplanation) {
        pattern = file.path.string
        dialect = "default"
        frames = file.list.frames.compactMap(\.number)
        (names, strays, layers) = ([], [], file.layers.map(\.name).filter { !$0.isEmpty }.distinct)
    }

    fileprivate init(subframes pattern: String, _ files: [FilePath]) {
        (self.pattern, dialect, frames, strays) = (pattern, "default", [], [])
        names = files.map(\.string)
        layers = files.first.flatMap { try? ImageCodecs.standard.layers(ofFileAt: $0) } ?? []
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
