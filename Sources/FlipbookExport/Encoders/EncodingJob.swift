import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The pictures that an encoder and a muxer get, and what is made of them.
struct EncodingJob: Sendable {
    /// The settings, with what was chosen in them.
    var settings: ExportSettings
    /// Frames, all cycles together.
    let frameCount: Int
    let size: PixelSize
    let timing: FrameTiming
    /// Frames per second, or `nil` if frames are shown for different times.
    let rate: FrameRate?
    /// The layout that pictures come in, and what of them survives.
    let pictureLayout: PictureLayout
    /// A Boolean value that indicates transparency to keep.
    let keepsAlpha: Bool
    /// The number of times that a file is played that says so, 0 for ever; 1 where cycles are stored one after another.
    let loopCount: Int
    /// The frames of a cycle.
    let frames: FrameList
    /// The threads that the encoder has, on every machine, since what it writes may depend on them, or `nil` for as many as
    /// suit this machine.
    var threads: Int?

    var request: EncodingRequest {
        get { settings.encoding }
        set { settings.encoding = newValue }
    }
    var metadata: Metadata { settings.metadata }
    var format: OutputFormat { request.format }
    var codec: VideoCodec { request.chosenCodec }

    /// The codec's own number of a quality, or `nil` if a bit rate decides or the codec takes none.
    var rateFactor: Int? { request.chosenRateFactor }

    var preset: String? { request.chosenPreset }

    /// The threads that suit the encoder.
    var threadCount: Int { threads ?? ProcessorCount.usable }

    /// The bits in a second that the encoder is to use, or `nil` if a quality decides.
    var bitRate: BitRate?
    /// The number of frames at the beginning and the end with a quality one step better than the others': the size that
    /// was asked for is between the two.
    var betterFrames = (first: 0, last: 0)
    /// By how many steps transparency is better than colors, where it is compressed apart.
    var betterAlpha = 0
    /// The colors that pictures were drawn in.
    var canvas = CanvasColors.sRGB
    /// The most bits a channel of a frame has.
    var sourceDepth = 8
    /// The number in the name of the first of numbered images.
    var firstNumber = 1

    var pictures: PixelFormat { pictureLayout.format }

    /// A Boolean value that indicates transparency compressed apart from the colors, and put beside them into the file.
    var storesAlphaApart: Bool { keepsAlpha && codec.compressesAlphaApart }

    /// A Boolean value that indicates options by which the encoder may write pictures in another order than they are shown.
    var mayReorder: Bool { request.options.contains { codec.reorderingProperties.contains($0.name) } }

    /// The layout as GStreamer has it, and how many planes of a picture are used, or `nil` if it does not get pictures.
    var layout: (format: VideoFormat, planeCount: Int)? { encoderLayout.map { keepsAlpha ? $0.withAlpha : $0.opaque } }

    /// The layout with every field of the caps set, so that nothing in between converts or guesses.
    ///
    /// `nil` where GStreamer has no part in it.
    var caps: Caps? {
        guard format.muxing != nil, codec.work != nil else { return nil }
        guard let layout else { return caps(.compressed(codec.mediaType, colorimetry: colorimetry)) }
        return caps(.raw(layout.format, colorimetry: encoderLayout?.colorimetry))
    }

    /// A Boolean value that indicates packets by the encoder's library, in the place of the element: the job asks for one
    /// quality, and for nothing that the element alone knows.
    var suitsLibrary: Bool {
        codec.library != nil && request.options.isEmpty && bitRate == nil && request.mostBytes == nil && rate != nil
    }

    /// The caps of the library's packets, with every field set.
    var packetCaps: Caps? { codec.packetType.map { caps(.compressed($0, colorimetry: colorimetry)) } }

    /// The same of pictures or packets of some kind.
    /// - Parameter nominalRate: Frames per second that are stated where frames are shown for different times, or `nil` for what
    ///   the encoder has to be given.
    func caps(_ kind: Caps.Kind, atVariableRate nominalRate: Int32? = nil) -> Caps {
        Caps(
            kind,
            width: size.width,
            height: size.height,
            rateNumerator: rate?.numerator ?? nominalRate ?? codec.nominalRate,
            rateDenominator: rate?.denominator ?? 1
        )
    }

    /// The command that writes `target` with the encoder alone: test pictures stand in for the frames, or `nil` if
    /// no element compresses them. They come 30 times a second where the frames are shown for different times.
    func launchLine(into target: FilePath) -> String? {
        let sink = ElementGraph.Node("filesink", [.init("location", target.string)])
        let sound: [ElementGraph.Node] =
            settings.audio.map { track in
                [ElementGraph.Node("filesrc", [.init("location", track.file.string)])]
                    + ["decodebin", "audioconvert", "audioresample"].map { ElementGraph.Node($0) }
            } ?? []
        guard let layout, var graph = graph(into: sink, hearing: sound), compression != nil, !storesAlphaApart,
            // Of what size decides, several are made.
            request.mostBytes == nil
        else { return nil }
        let caps = caps(.raw(layout.format, colorimetry: encoderLayout?.colorimetry), atVariableRate: 30)
        let pictures = [
            ElementGraph.Node("videotestsrc", [.init("num-buffers", frameCount)]),
            ElementGraph.Node("capsfilter", [.init("caps", caps.description)]),
        ]
        graph.chain = pictures + graph.chain
        return "gst-launch-1.0 " + graph.launchLine
    }

    /// The codec's own number for a frame's quality, or `nil` if a bit rate decides.
    func rateFactor(ofFrame frame: Int) -> Int? {
        guard frame < betterFrames.first || frame >= frameCount - betterFrames.last, let factor = rateFactor,
            let step = codec.factors?.step
        else { return rateFactor }
        return factor + step
    }

    /// The job of the film of transparency, where that is compressed apart.
    var ofAlpha: EncodingJob {
        guard let factor = rateFactor, let step = codec.factors?.step else { return self }
        var job = self
        job.request.rateFactor = factor + step * betterAlpha
        return job
    }

    /// Has the encoder's element in a pipeline change its quality where the better frames end and begin.
    func mixFactors(in pipeline: Pipeline) {
        guard let name = codec.elementName, let properties = codec.mixedFactors else { return }
        let given = Set(request.options.map(\.name))
        for frame in Set([betterFrames.first, frameCount - betterFrames.last]) where 0 < frame && frame < frameCount {
            guard let former = rateFactor(ofFrame: frame - 1), let factor = rateFactor(ofFrame: frame), factor != former
            else { continue }
            let changed = properties(factor).filter { !given.contains($0.name) }
            // The properties' order is that of a factor that follows a smaller one.
            pipeline.set(factor > former ? changed : changed.reversed(), of: name, afterBuffers: frame)
        }
    }

    func compressed(_ picture: Picture) throws -> [UInt8] {
        guard case .pictures(let compress) = codec.work else {
            preconditionFailure("\(codec.id) has no encoder of single pictures in the table")
        }
        return try compress(try inStoredColors(picture), self)
    }

    /// The encoder with what converts pictures for it, and what stands between it and a muxer, or `nil` if it is no element.
    var compression: [ElementGraph.Node]? {
        codec.element(self).map { (encoderLayout?.conversion ?? []) + [$0] + codec.parsers }
    }

    /// The encoder and what follows it, up to `sink`: `encoder ! queue ! muxer ! sink`, or `nil` if GStreamer has no part in it.
    /// Sound that is encoded comes into the same muxer from the side.
    /// - Parameters:
    ///   - scratch: A file for the muxer's own use.
    ///   - audioSource: The source of the sound, if that is part of the graph.
    func graph(
        scratch: String? = nil,
        of source: EncodingSource = .pictures,
        into sink: ElementGraph.Node,
        hearing audioSource: [ElementGraph.Node] = []
    ) -> ElementGraph? {
        guard let muxing = format.muxing, codec.work != nil else { return nil }
        var muxer = ElementGraph.Node(muxing.muxer, muxing.properties(self))
        if let scratch, let property = muxing.scratchProperty {
            muxer.properties.append(.init(property, scratch, isVerbatim: true))
        }
        let pictures: [ElementGraph.Node]
        let coding = source == .library ? codec.parsers : compression
        if source != .file, let coding {
            // Writing goes on while the next picture is encoded; lossless ones may be huge.
            let queue = ElementGraph.Node(
                "queue",
                [.init("max-size-buffers", 4), .init("max-size-bytes", 64 << 20), .init("max-size-time", 0)]
            )
            pictures = coding + [queue]
        } else {
            // Without its caps the muxer would not know that it gets pictures.
            pictures = [ElementGraph.Node("capsfilter", [.init("caps", codec.mediaType)])]
        }
        let encoding = settings.audio == nil ? nil : muxing.audio
        let sound = encoding.map { audioSource + $0.elements + [ElementGraph.Node("queue")] }
        return ElementGraph(chain: pictures + [muxer, sink], side: sound ?? [])
    }
}

enum EncodingSource {
    /// Pictures, which an element compresses, or compressed ones where none does.
    case pictures
    /// The packets that the encoder's library made of pictures.
    case library
    /// Compressed pictures of another file.
    case file
}

/// GStreamer's way of putting compressed pictures into a file, and of reading them back.
struct Muxing: Sendable {
    let muxer: String
    /// Its properties for some pictures.
    let properties: @Sendable (EncodingJob) -> [ElementGraph.Property]
    /// The muxer's property that names a file for its own use, or `nil` if it needs none.
    var scratchProperty: String?
    /// A Boolean value that indicates a place for the first frame's time code.
    var carriesTimeCode = false
    /// The element that takes the file apart to be read back, or `nil` if ``MatroskaReader`` does.
    var demultiplexer: String?
    /// The file's statement about its colors, or `nil` if ``ReadBack`` finds it by itself.
    var colors: (@Sendable (UnsafeRawBufferPointer) -> OutputColors.CodePoints?)?
    /// The coding of sound, or `nil` if there is none.
    var audio: AudioEncoding?
    /// The element that takes the file apart into packets for another file.
    let packetSource: String
    /// The bytes that are by chance or by the hour, and their values in a file that is to be the same each time.
    let identity: FileIdentity
    /// The way of texts about the file into it.
    let tags: MuxedTags
}

extension EncodingJob {
    /// The file's statement about its colors.
    var codePoints: OutputColors.CodePoints {
        var points = request.storedColors.codePoints
        if pictureLayout.chroma == .rgb, !pictureLayout.isGray { points.matrix = 0 }
        points.isFullRange = request.storedColors.range == .full
        return points
    }

    /// The same in GStreamer's words.
    var colorimetry: String {
        pictureLayout.isGray
            ? OutputColors.gray
            : pictureLayout.chroma == .rgb ? request.storedColors.rgbTarget : request.storedColors.target
    }

    /// The picture as a file of images has it: its numbers are those of the profile's colors.
    func inStoredColors(_ picture: Picture) throws -> Picture {
        guard canvas == .sRGB, let standard = request.standard else { return picture }
        guard let converted = try picture.inColors(of: standard) else {
            throw ExportError.missingLibrary(name: RuntimeLibrary.lcms.name)
        }
        return converted
    }

    /// Has a pipeline complete what the encoder leaves out of its packets.
    func mendPackets(in pipeline: Pipeline) {
        guard let mend = codec.mend, let name = codec.elementName else { return }
        let colors = request.storedColors
        pipeline.changePackets(leaving: name) { mend($0, colors) }
    }

    /// The pictures' layout as the encoder's table has it, in the profile's colors.
    var encoderLayout: VideoCodec.Layout? {
        guard var layout = codec.elementLayouts[pictures], let colors = request.colors else {
            return codec.elementLayouts[pictures]
        }
        guard !layout.conversion.isEmpty else {
            layout.colorimetry = colors.target
            return layout
        }
        var converted = VideoCodec.Layout.converted(to: colors.target)
        converted.colorimetry = colors.source
        return converted
    }
}
