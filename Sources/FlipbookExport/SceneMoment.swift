public import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
public import FlipbookScene
import FlipbookSequences

/// The contents of a sequence with its scene at one moment: the tree of layers with the values that they have then, and
/// what is painted.
public struct SceneMoment: Sendable {
    /// A layer of the tree.
    public struct Place: Sendable {
        /// The number of layers that it lies in.
        public let depth: Int
        /// The layer as it is at this moment, without its contents.
        public let layer: Layer
        /// The picture that it shows, or `nil` if it shows none.
        public let picture: FilePath?
    }

    /// The moment, in seconds since the cycle began.
    public let time: RationalTime
    /// The duration of all cycles, or of one if they go on for ever, exactly, in seconds.
    public let length: RationalTime
    /// The canvas in pixels.
    public let size: PixelSize
    /// Pixels of the canvas per point.
    public let scale: Double
    /// All layers, each before those within.
    public let places: [Place]
    /// The paint, from the lowest to the topmost.
    public let list: DisplayList
    /// The files of the list's drawings, by their numbers.
    public let files: [Int: FilePath]
    /// The values of the frames' files that are shown as black and as white, or `nil` for all of their bits.
    public let levels: ValueRange?
    /// The gestures that the scene's events make, at any moment.
    public let gestures: [SceneGesture]

    /// The contents of frames at an exact time in seconds.
    /// - Throws: ``ExportError``: the sequence cannot be shown, or has ended by then.
    public init(of frames: FrameList, _ settings: SequenceSettings, at time: RationalTime) async throws(ExportError) {
        let sequence = try await CheckedSequence.shownInFull(frames, settings)
        let moment = try sequence.moment(time)
        let scene = sequence.scene
        (self.time, length) = (.nanoseconds(moment), sequence.length)
        (gestures, levels) = (sequence.gestures, sequence.settings.levels?.range)
        (size, scale) = (scene.scene.size, scene.scene.scale)
        places = scene.shownLayers(at: moment).map { Place(depth: $0.depth, layer: $0.layer, picture: $0.picture) }
        list = scene.displayList(atNanosecond: moment)
        var files: [Int: FilePath] = [:]
        for case .layer(let layer) in list.items {
            guard case .picture(let picture) = layer.contents,
                case .file(let path)? = scene.drawings[picture.drawing]?.source
            else { continue }
            files[picture.drawing] = path
        }
        self.files = files
    }
}

extension CheckedSequence {
    /// A sequence for single pictures of any of its moments.
    /// - Parameter request: The encoding of the pictures, or `nil` for pictures in memory.
    static func shownInFull(
        _ frames: FrameList,
        _ settings: SequenceSettings,
        as request: EncodingRequest? = nil,
        known: [FilePath: FrameSurvey.Entry] = [:]
    ) async throws(ExportError) -> CheckedSequence {
        try await ExportError.awaiting {
            try await CheckedSequence(
                frames,
                settings: settings,
                known: known,
                pictures: { target, depth, hasGaps, _ in
                    target.format = depth > 8 ? .rgba64 : .rgba
                    guard let request else { return }
                    let numbers = request.drawnNumbers(on: settings.properties.canvasColors)
                    request.layout(ofDepth: depth, hasGaps: hasGaps).prepare(&target, ofDepth: depth, in: numbers)
                }
            )
        }
    }

    /// The duration of all cycles, or of one if they go on for ever.
    var length: RationalTime { self.timing.presentationTime(ofFrame: self.playedFrameCount ?? self.timing.frameCount) }

    /// A time in seconds as one in nanoseconds.
    /// - Throws: ``ExportError/noSuchMoment(_:length:)`` where the sequence has ended by then.
    func moment(_ time: RationalTime) throws(ExportError) -> Int64 {
        let moment = time.nanoseconds
        guard time >= .zero, moment < length.nanoseconds else { throw .noSuchMoment(time, length: length) }
        // In a later cycle all is as in the first.
        return moment % self.timing.nanosecond(ofFrame: self.timing.frameCount)
    }

    /// The picture of a moment in nanoseconds.
    func picture(at moment: Int64) async throws(FrameRenderError) -> Picture {
        try await picture(of: scene.displayList(atNanosecond: moment))
    }
}
