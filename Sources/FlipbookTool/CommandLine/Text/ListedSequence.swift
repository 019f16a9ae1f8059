import FlipbookCore
import FlipbookSequences

/// A sequence as `flipbook list --json` writes it. Every key is always there.
struct ListedSequence: Encodable {
    /// The pattern without its folder, to be given again.
    let pattern: String
    let directory: String
    /// The numbers that are there, as a range, in the order of the frames.
    let frames: String
    let count: Int
    /// The numbers that are not, as a range; empty for none.
    let missing: String
    let step: Int
    let padding: Int
    let `extension`: String
    let scales: [Int]
    /// Columns of most pictures at the smallest scale factor; `null` where no header could be read.
    @OrNull var width: Int?
    @OrNull var height: Int?
    let depths: [Int]
    /// Their channels, such as `rgba`, the commonest first.
    let channels: [String]
    /// The meanings of their numbers as colours, such as `icc`, the commonest first.
    let colors: [String]
    let duplicates: [Int]
    /// The files that belong to the sequence and have other names, which it leaves out.
    let strays: [String]
    /// The length of an animated file's cycle in seconds; `null` if no file has one.
    @OrNull var duration: Double?
    /// The number of an animated file's cycles, 0 for ever; `null` if no file has one.
    @OrNull var repeatCount: Int?
    /// The name of a part of a sprite sheet's frames; `null` for all of them.
    @OrNull var tag: String?
    /// The layers of the first file; empty where its format has none.
    let layers: [String]

    init(_ file: AnimatedFile) {
        let name = file.path.lastComponent
        (pattern, directory, `extension`) = (name, file.path.directory, name.lastExtension)
        (frames, count) = (file.list.expected?.description ?? "", file.list.frames.count)
        (missing, step, padding, duplicates, strays) = ("", 1, 0, [], [])
        scales = Set(file.list.frames.map { Int($0.scale) }).sorted()
        (width, height) = (file.size?.width, file.size?.height)
        (depths, channels, colors) = (file.summary.depths, file.summary.channels, file.summary.colors)
        (duration, repeatCount) = (file.duration?.seconds, file.list.animationRepeatCount)
        (tag, layers) = (file.tag, file.layers)
    }

    init(_ entry: FolderContents.Entry) {
        let sequence = entry.sequence
        (pattern, directory) = (sequence.pattern.with(directory: "").description, sequence.pattern.folder)
        (frames, count) = (sequence.orderedFrames.description, sequence.frames.count)
        (missing, step, padding) = (sequence.missing.description, sequence.step, sequence.pattern.padding.width)
        (`extension`, scales) = (sequence.pattern.suffix.lastExtension, sequence.scales)
        (width, height) = (entry.sizes.first?.width, entry.sizes.first?.height)
        (depths, channels, colors) = (entry.summary.depths, entry.summary.channels, entry.summary.colors)
        (duplicates, strays) = (Array(entry.repeatedNumbers), entry.strays.map(\.name.string))
        (duration, repeatCount, tag) = (nil, nil, nil)
        layers = entry.layers
    }
}

extension String {
    fileprivate var lastExtension: String {
        utf8.lastIndex(of: UInt8(ascii: ".")).map { String(self[$0...].dropFirst()) } ?? ""
    }
}

/// A value that a document has in any case, `null` if there is none.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
