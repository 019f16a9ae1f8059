import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

struct EncodingJob: Sendable {
    var settings: ExportSettings
    let frameCount: Int
    let size: PixelSize
    let timing: FrameTiming
    let rate: FrameRate?
    let pictureLayout: PictureLayout
    let keepsAlpha: Bool
    /// The loop count in the file, or 0 to repeat forever. It is 1 if cycles are stored one after another.
    let loopCount: Int
    let frames: FrameList
    /// The number of encoder threads, on which the output may depend. If `nil`, it is chosen for this machine.
    var threads: Int?

    var request: EncodingRequest {
        get { settings.encoding }
        set { settings.encoding = newValue }
    }
    var metadata: Metadata { settings.metadata }
    var format: OutputFormat { request.format }
    var codec: VideoCodec { request.chosenCodec }

    /// The codec's own quality value, or `nil` if a bit rate is used or the codec has no such value.
    var rateFactor: Int? { request.chosenRateFactor }

    var preset: String? { request.chosenPreset }
    /// The color space of the stored pictures.
    var standard: InputProfile.Standard { request.standard ?? .sRGB }
    var threadCount: Int { threads ?? ProcessorCount.usable }

    /// The encoder's bit rate, or `nil` if a quality is used.
    var bitRate: BitRate?
    /// The numbers of frames at the beginning and at the end that use the next better quality step. The file size is then
    /// between those of the two steps.
    var betterFrames = (first: 0, last: 0)
    /// The number of quality steps by which separately compressed transparency is better than colors.
    var betterAlpha = 0
    var canvas = CanvasColors.sRGB
    var sourceDepth = 8
    var firstNumber = 1

    var pictures: PixelFormat { pictureLayout.format }

    /// A Boolean value that indicates whether transparency is compressed separately and stored alongside the colors.
    var storesAlphaApart: Bool { keepsAlpha && codec.compressesAlphaApart }

    /// A Boolean value that indicates whether options allow the encoder to write pictures out of display order.
    var mayReorder: Bool { request.options.contains { codec.reorderingProperties.contains($0.name) } }

    /// GStreamer's layout and the number of planes in use, or `nil` if GStreamer does not receive pictures.
    var layout: (format: VideoFormat, planeCount: Int)? { encoderLayout.map { keepsAlpha ? $0.withAlpha : $0.opaque } }

    /// The caps with all fields set, so that no element converts pictures or guesses fields. If `nil`, GStreamer is not
    /// involved.
    var caps: Caps? {
        guard format.muxing != nil, codec.work != nil else { return nil }
        guard let layout else { return caps(.compressed(codec.mediaType, colorimetry: colorimetry)) }
        return caps(.raw(layout.format, colorimetry: encoderLayout?.colorimetry))
    }

    /// A Boolean value that indicates whether the encoder's library is used instead of its element.
    var suitsLibrary: Bool {
        codec.library != nil && request.options.isEmpty && bitRate == nil && request.mostBytes == nil && rate != nil
    }

    var packetCaps: Caps? { codec.packetType.map { caps(.compressed($0, colorimetry: colorimetry)) } }

    /// Returns the caps of pictures or packets. `nominalRate` is declared if frames have different durations.
    func caps(_ kind: Caps.Kind, atVariableRate nominalRate: Int32? = nil) -> Caps {
        let (above, below) = (rate?.numerator ?? nominalRate ?? codec.nominalRate, rate?.denominator ?? 1)
        return Caps(kind, width: size.width, height: size.height, rateNumerator: above, rateDenominator: below)
    }

    /// Returns a command that writes `target` with test pictures, or `nil` if no element compresses them. Variable durations
    /// are replaced with 30 frames per second.
    func launchLine(into target: FilePath) -> String? {
        let sink = ElementGraph.Node("filesink", [.init("location", target.string)])
        let sound: [ElementGraph.Node] =
            settings.audio.map { track in
                [ElementGraph.Node("filesrc", [.init("location", track.file.string)])]
                    + ["decodebin", "audioconvert", "audioresample"].map { ElementGraph.Node($0) }
            } ?? []
        guard let layout, var graph = graph(into: sink, hearing: sound), compression != nil, !storesAlphaApart,
            // With a size limit, the file is encoded several times.
            request.mostBytes == nil
        else { return nil }
        let caps = caps(.raw(layout.format, colorimetry: encoderLayout?.colorimetry), atVariableRate: 30)
        let pictures = ElementGraph.Node("videotestsrc", [.init("num-buffers", frameCount)])
        graph.chain = [pictures, .filter(caps.description)] + graph.chain
        return "gst-launch-1.0 " + graph.launchLine
    }

    /// Returns the codec's own quality value for a frame, or `nil` if a bit rate is used.
    func rateFactor(ofFrame frame: Int) -> Int? {
        guard frame < betterFrames.first || frame >= frameCount - betterFrames.last, let factor = rateFactor,
            let step = codec.factors?.step
        else { return rateFactor }
        return factor + step
    }

    var ofAlpha: EncodingJob {
        guard let factor = rateFactor, let step = codec.factors?.step else { return self }
        return changing(self) { $0.request.rateFactor = factor + step * betterAlpha }
    }

    /// Makes the encoder's element change its quality after the better frames at the beginning, and before those at the end.
    func mixFactors(in pipeline: Pipeline) {
        guard let name = codec.elementName, let properties = codec.mixedFactors else { return }
        let given = Set(request.options.map(\.name))
        for frame in Set([betterFrames.first, frameCount - betterFrames.last]) where 0 < frame && frame < frameCount {
            guard let former = rateFactor(ofFrame: frame - 1), let factor = rateFactor(ofFrame: frame), factor != former
            else { continue }
            let changed = properties(factor).filter { !given.contains($0.name) }
            // The properties are ordered for an increasing factor.
            pipeline.set(factor > former ? changed : changed.reversed(), of: name, afterBuffers: frame)
        }
    }

    func compressed(_ picture: Picture) throws -> [UInt8] {
        guard case .pictures(let compress) = codec.work
        else { preconditionFailure("\(codec.id) has no encoder for single pictures in the table") }
        return try compress(try inStoredColors(picture), self)
    }

    /// The encoder with its converter and parsers, or `nil` if it is not an element.
    var compression: [ElementGraph.Node]? {
        codec.element(self).map { (encoderLayout?.conversion ?? []) + [$0] + codec.parsers }
    }

    /// Returns the elements up to `sink`, such as `encoder ! queue ! muxer ! sink`, or `nil` if GStreamer is not involved.
    /// - Parameter scratch: A file for the muxer's own use.
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
            // Writing continues while the next picture is encoded. Lossless pictures can be huge.
            let bytes = ElementGraph.Property("max-size-bytes", 64 << 20)
            let limits = [.init("max-size-buffers", 4), bytes, .init("max-size-time", 0)]
            pictures = coding + [ElementGraph.Node("queue", limits)]
        } else {
            // The muxer needs caps to know that it receives pictures.
            pictures = [.filter(codec.mediaType)]
        }
        let encoding = settings.audio == nil ? nil : muxing.audio
        let sound = encoding.map { audioSource + $0.elements + [ElementGraph.Node("queue")] }
        return ElementGraph(chain: pictures + [muxer, sink], side: sound ?? [])
    }

    var codePoints: OutputColors.CodePoints {
        var points = request.storedColors.codePoints
        if pictureLayout.chroma == .rgb, !pictureLayout.isGray { points.matrix = 0 }
        points.isFullRange = request.storedColors.range == .full
        return points
    }

    var colorimetry: String {
        pictureLayout.isGray
            ? OutputColors.gray
            : pictureLayout.chroma == .rgb ? request.storedColors.rgbTarget : request.storedColors.target
    }

    /// Returns the picture converted to the colors of the image file's profile.
    func inStoredColors(_ picture: Picture) throws -> Picture {
        guard canvas == .sRGB, let standard = request.standard else { return picture }
        guard let converted = try picture.inColors(of: standard)
        else { throw ExportError.missingLibrary(name: RuntimeLibrary.lcms.name) }
        return converted
    }

    /// Completes packets that the encoder in a pipeline leaves incomplete.
    func mendPackets(in pipeline: Pipeline) {
        guard let mend = codec.mend, let name = codec.elementName else { return }
        let colors = request.storedColors
        pipeline.changePackets(leaving: name) { mend($0, colors) }
    }

    var encoderLayout: VideoCodec.Layout? {
        let layout = codec.elementLayouts[pictures]
        guard let layout, let colors = request.colors else { return layout }
        guard !layout.conversion.isEmpty else { return changing(layout) { $0.colorimetry = colors.target } }
        return changing(.converted(to: colors.target)) { $0.colorimetry = colors.source }
    }
}

enum EncodingSource {
    /// Pictures. An element compresses them, unless they are already compressed.
    case pictures
    /// Packets from the encoder's library.
    case library
    /// Compressed pictures from another file.
    case file
}

/// The GStreamer elements that write and read a container.
struct Muxing: Sendable {
    let muxer: String
    let properties: @Sendable (EncodingJob) -> [ElementGraph.Property]
    var scratchProperty: String?
    var carriesTimeCode = false
    /// The demultiplexer for reading the file back, or `nil` to use ``MatroskaReader``.
    var demultiplexer: String?
    /// The function that reads the file's colors, or `nil` if ``ReadBack`` finds them itself.
    var colors: (@Sendable (UnsafeRawBufferPointer) -> OutputColors.CodePoints?)?
    /// The audio encoding, or `nil` if the container does not support audio.
    var audio: AudioEncoding?
    /// The demultiplexer that extracts packets to be used in another file.
    let packetSource: String
    let identity: FileIdentity
    let tags: MuxedTags
}
