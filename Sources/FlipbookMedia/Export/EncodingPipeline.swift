import FlipbookCore
import FlipbookImaging
import GStreamer

/// The GStreamer pipeline of an export: `appsrc ! encoder ! queue ! muxer ! fdsink`.
///
/// The source gets the encoder's own format with every field of the caps said, so
/// that nothing in between converts or guesses.
struct EncodingPipeline: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let videoFormat: VideoFormat
    /// How many planes of a picture are used; `nil` for all.
    private let planeCount: Int?
    /// The elements in a row, as `gst-launch-1.0` would name them.
    let description: String

    /// A pipeline that writes into the open file `descriptor`.
    ///
    /// - Parameters:
    ///   - profile: What is written.
    ///   - size: The pictures' size in pixels.
    ///   - timing: When each frame is shown.
    ///   - rate: Frames per second; `nil` where frames are shown for different times.
    ///   - layout: The format that pictures come in.
    ///   - hasAlpha: Whether pictures have transparency to keep.
    ///   - descriptor: An open file.
    ///   - scratchPath: An open file's path, for the muxer's own use.
    /// - Throws: ``ExportError`` when an element is missing or refuses an option.
    init(
        profile: EncodingProfile,
        size: PixelSize,
        timing: FrameTiming,
        rate: FrameRate?,
        layout: PixelFormat,
        hasAlpha: Bool,
        descriptor: Int32,
        scratchPath: String
    ) throws(ExportError) {
        videoFormat =
            switch layout {
            case .i420: .i420
            case .gbra12: hasAlpha ? .gbra12 : .gbr12
            default: hasAlpha ? .bgra : .bgrx
            }
        // Without alpha its plane, the last one, is left out.
        planeCount = videoFormat == .gbr12 ? 3 : nil
        do throws(GStreamerError) {
            let caps = Caps(
                videoFormat: videoFormat,
                width: size.width,
                height: size.height,
                rateNumerator: rate?.numerator ?? 0,
                rateDenominator: rate?.denominator ?? 1,
                colorimetry: layout == .i420 ? "bt709" : nil
            )
            source = try AppSource(caps: caps, queueLength: 2)
            let encoder = try Self.encoder(profile, timing: timing, rate: rate)
            // Writing goes on while the next picture is encoded.
            let queue = try Element("queue")
            try queue.set("max-size-buffers", to: 4)
            try queue.set("max-size-bytes", to: 0)
            try queue.set("max-size-time", to: 0)
            let muxer = try Self.muxer(profile, timing: timing, rate: rate, scratchPath: scratchPath)
            let sink = try Element("fdsink")
            try sink.set("fd", to: Int(descriptor))
            // Nobody watches the file being written, so nothing waits for its time.
            try sink.set("sync", parsing: "false")
            let elements = [source.element, encoder, queue, muxer, sink]
            pipeline = try Pipeline(linking: elements)
            description = "\(caps.description) ! \(elements.dropFirst().map(\.factory).joined(separator: " ! "))"
            if rate == nil, profile.container == .mp4, let slots = timing.frameSlots {
                // Without a rate the muxer would count in tenths of milliseconds.
                try muxer.set("trak-timescale", ofPad: "video_0", to: slots.trackTimescale)
            }
        } catch {
            throw ExportError(error, profile: profile)
        }
    }

    /// The format that pictures have to come in.
    /// - Parameter isDeep: Whether they have more than 8 bits a channel.
    static func pixelFormat(of codec: VideoCodec, isDeep: Bool) -> PixelFormat {
        switch codec {
        case .h264: .i420
        case .ffv1: isDeep ? .gbra12 : .bgra
        case .png: isDeep ? .rgba64 : .rgba
        }
    }

    /// Starts, lets `feed` push every picture, and waits until the last one is in the file.
    ///
    /// Whatever ends it, the pipeline is stopped when this returns. Cancelling the
    /// task stops it at once.
    /// - Throws: `PipelineError` when an element failed; otherwise what `feed` throws.
    func run(feed: @escaping @Sendable (EncodingPipeline) async throws -> Void) async throws {
        defer { pipeline.stop() }
        try await withTaskCancellationHandler {
            do {
                try pipeline.change(to: .playing)
            } catch {
                // Whoever refused has said why before.
                for await case .error(let error) in pipeline.messages { throw error }
                throw error
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        try await feed(self)
                        await source.endStream()
                    } catch is PushRefused {
                        // The watcher knows why.
                    }
                }
                group.addTask { try await watch() }
                while try await group.next() != nil {}
            }
        } onCancel: {
            pipeline.stop()
        }
        try Task.checkCancellation()
    }

    /// Pushes a picture that is shown from `presentationTime` for `duration` nanoseconds.
    /// - Throws: `PushRefused` when the pipeline has failed; why is among its messages.
    func push(_ picture: Picture, presentationTime: Int64, duration: Int64) async throws {
        var buffer = picture.withUnsafeBytes { bytes in
            Buffer(lending: bytes, keeping: picture, presentationTime: presentationTime, duration: duration)
        }
        buffer.describePlanes(
            format: videoFormat,
            width: picture.size.width,
            height: picture.size.height,
            planes: planeCount.map { Array(picture.planes.prefix($0)) } ?? picture.planes
        )
        guard await source.push(buffer) else { throw PushRefused() }
    }

    /// Waits for the end of the stream.
    private func watch() async throws {
        for await message in pipeline.messages {
            switch message {
            case .endOfStream: return
            case .error(let error):
                // Whoever waits to push is answered now.
                pipeline.stop()
                throw error
            case .warning, .prerolled, .closeRequested: continue
            }
        }
        throw CancellationError()
    }

    /// The units a second in which an MPEG-4 file tells the times of `rate` exactly; `nil` where
    /// the muxer finds one by itself.
    ///
    /// The muxer takes 100 units times the rate, rounded down: right for whole and for NTSC's rates, and for 10 frames
    /// in 1.1 s (100/11) an error that grows with each frame. The numerator, or a multiple
    /// of it that is fine enough for an edit list, has no error.
    static func timescale(for rate: FrameRate) -> Int? {
        let (numerator, denominator) = (Int(rate.numerator), Int(rate.denominator))
        guard denominator != 1, denominator != 1001, numerator <= Int32.max, denominator <= Int32.max else {
            return nil
        }
        let factor = max(1, 1000 / numerator)
        return denominator * factor <= 1_000_000 ? numerator * factor : numerator
    }

    private static func encoder(
        _ profile: EncodingProfile,
        timing: FrameTiming,
        rate: FrameRate?
    ) throws(GStreamerError) -> Element {
        let encoder: Element
        switch profile.codec {
        case .h264:
            encoder = try Element("x264enc")
            if let preset = profile.preset { try encoder.set("speed-preset", parsing: preset) }
            try encoder.set("pass", parsing: "qual")
            if let quality = profile.quality { try encoder.set("quantizer", to: quality) }
            // Without this the default bit rate caps the quality that was asked for.
            try encoder.set("vbv-buf-capacity", to: 0)
            try encoder.set("key-int-max", to: 250)
            if looksFarAhead(profile), ProcessorCount.usable <= 4 {
                // x264 looks ahead on a thread of its own unless told not to, over pictures that it
                // holds for that alone. From medium on few cores are busy anyway: the bits and the
                // time are the same without, and dozens of megabytes are saved.
                try encoder.set("sync-lookahead", to: 0)
            }
            // MPEG-4 tells how far apart pictures are decoded, not how long each is shown. With B-frames the
            // picture that is decoded last is not the one shown last, and that one's duration would be lost.
            if rate == nil, profile.container == .mp4 { try encoder.set("bframes", to: 0) }
            // Matroska tells when each picture is shown, but counts fine units from a picture that may be far off
            // where pictures are decoded in another order.
            if profile.matroskaUnit(timing, rate: rate) == .microsecond { try encoder.set("bframes", to: 0) }
        case .ffv1, .png:
            encoder = try Element("avenc_ffv1")
            // 0 is as many as there are cores; the default is one.
            try encoder.set("threads", to: 0)
        }
        for option in profile.options { try encoder.set(option.name, parsing: option.value) }
        return encoder
    }

    /// Whether the preset weighs forty pictures or more before it encodes the first.
    private static func looksFarAhead(_ profile: EncodingProfile) -> Bool {
        let order = EncodingProfile.presets
        guard let preset = profile.preset.flatMap(order.firstIndex), let medium = order.firstIndex(of: "medium") else {
            return false
        }
        return preset >= medium
    }

    private static func muxer(
        _ profile: EncodingProfile,
        timing: FrameTiming,
        rate: FrameRate?,
        scratchPath: String
    ) throws(GStreamerError) -> Element {
        switch profile.container {
        case .mp4:
            let muxer = try Element("mp4mux")
            // The index goes first, so that a browser plays while it loads.
            try muxer.set("faststart", parsing: "true")
            try muxer.set("faststart-file", to: scratchPath)
            if let unitsPerSecond = rate.flatMap(timescale) { try muxer.set("trak-timescale", to: unitsPerSecond) }
            return muxer
        case .matroska, .imageSequence:
            let muxer = try Element("matroskamux")
            let unit = profile.matroskaUnit(timing, rate: rate)
            if unit != .millisecond {
                try muxer.set("timecodescale", to: unit.nanoseconds)
                // A picture's time counts from its cluster's in 16 bits.
                try muxer.set("max-cluster-duration", to: unit.nanoseconds * Int(Int16.max))
            }
            return muxer
        }
    }
}

/// The pipeline took no more; the reason is among its messages.
struct PushRefused: Error {}

extension ExportError {
    /// What an element of a running pipeline reported.
    init(_ error: PipelineError) {
        self = .pipeline(element: error.element, message: error.message)
    }

    /// What GStreamer said while the pipeline was built.
    init(_ error: GStreamerError, profile: EncodingProfile) {
        switch error {
        case .missingElement(let factory):
            self = .missingElement(factory: factory)
        case .unknownProperty(let element, let property):
            self = .encoderOption(
                reason:
                    "\(setting: .encoderOption) \(property.escapingControlCharacters): GStreamer's '\(element)' has no such property. "
                    + "List them with 'gst-inspect-1.0 \(element)'."
            )
        case .invalidValue(let element, let property, let value, let expected):
            self = .encoderOption(
                reason:
                    "\(setting: .encoderOption) \(property)=\(value.escapingControlCharacters): '\(element)' takes \(expected)."
            )
        case .notASink(let factory):
            self = .pipeline(element: factory, message: "it is not a sink")
        case .cannotLink(let from, let to):
            self = .unencodable(reason: "'\(from)' cannot hand its pictures to '\(to)': the size or rate is beyond it.")
        case .initialization(let reason):
            self = .pipeline(element: "GStreamer", message: reason)
        case .stateChange(let state):
            self = .pipeline(element: "pipeline", message: "it did not reach the state \(state)")
        }
    }
}
