public import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
public import FlipbookScene
import FlipbookSequences

/// The state of a sequence and its scene at one moment: the layers with their current values, and the display list.
public struct SceneMoment: Sendable {
    /// A layer of the tree.
    public struct Place: Sendable {
        /// The number of layers that contain this layer.
        public let depth: Int
        /// The layer, with its values at this moment.
        public let layer: Layer
        /// The picture that the layer shows, or `nil` if it shows none.
        public let picture: FilePath?
    }

    /// The moment, in seconds from the start of the cycle.
    public let time: RationalTime
    /// The exact duration of all cycles in seconds, or of one cycle if they repeat forever.
    public let length: RationalTime
    /// The size of the canvas in pixels.
    public let size: PixelSize
    /// The canvas's scale, in pixels per point.
    public let scale: Double
    /// All layers, each before its sublayers.
    public let places: [Place]
    /// The display list, from back to front.
    public let list: DisplayList
    /// The files of the drawings in the list, keyed by drawing number.
    public let files: [Int: FilePath]
    /// The file values that map to black and to white, or `nil` for the full range.
    public let levels: ValueRange?
    /// All gestures in the scene's events, not only those at this moment.
    public let gestures: [SceneGesture]

    /// Creates the state at an exact time in seconds.
    /// - Throws: ``ExportError`` if the sequence cannot be shown, or has ended by then.
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
    /// Checks a sequence from which single pictures are drawn. If there is no request, pictures are drawn in RGBA for use in
    /// memory.
    static func shownInFull(
        _ frames: FrameList,
        _ settings: SequenceSettings,
        as request: EncodingRequest? = nil,
        known: [FilePath: FrameSurvey.Entry] = [:]
    ) async throws(ExportError) -> CheckedSequence {
        try await ExportError.awaiting {
            try await CheckedSequence(frames, settings: settings, known: known) { target, depth, hasGaps, _ in
                target.format = depth > 8 ? .rgba64 : .rgba
                guard let request else { return }
                let numbers = request.drawnNumbers(on: settings.properties.canvasColors)
                request.layout(ofDepth: depth, hasGaps: hasGaps).prepare(&target, ofDepth: depth, in: numbers)
            }
        }
    }

    var length: RationalTime { self.timing.presentationTime(ofFrame: self.playedFrameCount ?? self.timing.frameCount) }

    /// Converts a time in seconds to nanoseconds.
    func moment(_ time: RationalTime) throws(ExportError) -> Int64 {
        let moment = time.nanoseconds
        guard time >= .zero, moment < length.nanoseconds else { throw .noSuchMoment(time, length: length) }
        // All cycles are identical.
        return moment % self.timing.nanosecond(ofFrame: self.timing.frameCount)
    }

    func picture(at moment: Int64) async throws(FrameRenderError) -> Picture {
        try await picture(of: scene.displayList(atNanosecond: moment))
    }
}
