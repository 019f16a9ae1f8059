import FlipbookCore
import FlipbookImaging
import FlipbookSequences

/// A sequence in the output of `flipbook list --json`. See `schema/list.schema.json`. Every key is always present.
struct ListedSequence: Encodable {
    let pattern, directory, frames, missing, `extension`: String
    let count, step, padding: Int
    let scales, depths, duplicates: [Int]
    let channels, colors, sizes, strays, layers: [String]
    let faults: [FaultyFrames]
    @OrNull var width: Int?
    @OrNull var height: Int?
    @OrNull var frameRate: String?
    @OrNull var timeCode: String?
    @OrNull var duration: Double?
    @OrNull var repeatCount: Int?
    @OrNull var tag: String?
    @OrNull var stack: Stack?

    struct Stack: Encodable {
        let channels, slices, times: Int
        @OrNull var frameRate: Double?
        @OrNull var sliceDistance: String?

        init(_ stack: ImageStack) {
            (channels, slices, times) = (stack.count(.channel), stack.count(.slice), stack.count(.time))
            (frameRate, sliceDistance) = (stack.frameRate?.framesPerSecond, stack.sliceDistance)
        }
    }

    init(_ file: AnimatedFile) {
        let name = file.path.lastComponent
        (pattern, directory, `extension`) = (name, file.path.directory, name.lastExtension)
        let list = file.list
        let numbers = list.expected.map { _ in FrameSet(list.frames.lazy.compactMap(\.number)) }
        (frames, count) = (numbers?.description ?? "", list.frames.count)
        (missing, step, padding, duplicates, strays) = (list.missing.description, 1, 0, [], [])
        scales = Set(list.frames.map { Int($0.scale) }).sorted()
        (width, height) = (file.sizes.first?.width, file.sizes.first?.height)
        (sizes, faults) = (file.sizes.map(\.description), file.faults)
        (depths, channels, colors) = (file.summary.depths, file.summary.channels, file.summary.colors)
        (frameRate, timeCode) = (file.summary.frameRate?.description, file.summary.timeCode?.description)
        (duration, repeatCount) = (file.duration?.seconds, list.animationRepeatCount)
        (tag, layers, stack) = (file.tag, file.layers, file.stack.map(Stack.init))
    }

    init(_ entry: FolderContents.Entry) {
        let sequence = entry.sequence
        let (own, divided) = (sequence.pattern.with(directory: "").description, entry.divided)
        (pattern, directory) = (divided?.pattern ?? own, sequence.pattern.folder)
        (frames, count) =
            (divided?.numbers ?? sequence.orderedFrames.description, divided?.count ?? sequence.frames.count)
        missing = divided == nil ? sequence.missing.description : ""
        (step, padding) = (sequence.step, sequence.pattern.padding.width)
        (`extension`, scales) = (sequence.pattern.suffix.lastExtension, sequence.scales)
        (width, height) = (entry.sizes.first?.width, entry.sizes.first?.height)
        (sizes, faults) = (entry.sizes.map(\.description), entry.faults)
        (depths, channels, colors) = (entry.summary.depths, entry.summary.channels, entry.summary.colors)
        (duplicates, strays) = (Array(entry.repeatedNumbers), entry.strays.map(\.name.string))
        (frameRate, timeCode) = (entry.summary.frameRate?.description, entry.summary.timeCode?.description)
        (duration, repeatCount, tag, stack) = (nil, nil, nil, nil)
        layers = entry.layers
    }
}

extension String {
    fileprivate var lastExtension: String {
        utf8.lastIndex(of: UInt8(ascii: ".")).map { String(self[$0...].dropFirst()) } ?? ""
    }
}

/// An optional value that is encoded as `null` rather than left out.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
