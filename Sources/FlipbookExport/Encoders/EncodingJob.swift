import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The pictures that an encoder and a muxer get, and what is asked of them.
struct EncodingJob: Sendable {
    /// The request.
    var request: EncodingRequest
    /// How many frames there are, all cycles together.
    let frameCount: Int
    /// The pictures' size in pixels.
    let size: PixelSize
    /// When each frame is shown.
    let timing: FrameTiming
    /// Frames per second; `nil` where frames are shown for different times.
    let rate: FrameRate?
    /// The layout that pictures come in, and what of them survives.
    let pictureLayout: PictureLayout
    /// Whether pictures have transparency to keep.
    let keepsAlpha: Bool
    /// Whether the export is refused where transparency is not kept as it is.
    var mustKeepAlpha = false
    /// How often a file is played that says so, 0 for ever; 1 where cycles are stored one after another.
    let loopCount: Int
    /// What the file says about itself.
    var metadata: Metadata
    /// The time that the first frame has for an editor.
    var timeCode: TimeCode?
    /// The frames of a cycle.
    let frames: FrameList
    /// How sheets are laid out.
    let sheet: SheetSettings
    /// The threads that the encoder has, on every machine, since what it writes may depend on them; `nil` for as many as
    /// suit this machine.
    var threads: Int?

    /// The kind of file.
    var format: OutputFormat { request.format }

    /// How pictures are compressed.
    var codec: VideoCodec { request.chosenCodec }

    /// The encoder of the pictures, or `nil` for the format's own writer.
    var encoder: VideoEncoder? { request.encoder }

    /// The codec's own number of a quality, or `nil` if a bit rate decides or the codec takes none.
    var rateFactor: Int? { request.chosenRateFactor }

    /// The encoder's own name of how hard it tries.
    var preset: String? { request.chosenPreset }

    /// The threads that suit the encoder.
    var threadCount: Int { threads ?? ProcessorCount.usable }

    /// What the decoded pixels are asked for; `nil` where they are not compared.
    var verification: PixelVerification?

    /// The bits in a second that the encoder is to use; `nil` where a quality decides.
    var bitRate: BitRate?
    /// The number of frames at the beginning and the end with a quality one step better than the others': the size that
    /// was asked for is between the two.
    var betterFrames = (first: 0, last: 0)
    /// By how many steps transparency is better than colours, where it is compressed apart.
    var betterAlpha = 0
    /// The sound that the file gets.
    var audio: AudioTrack?
    /// The number in the name of the first of numbered images; `nil` for 1.
    var startNumber: Int?
    /// The colours that pictures were drawn in.
    var canvas = CanvasColors.sRGB
    /// The most bits a channel of a frame has.
    var sourceDepth = 8

    /// The layout that pictures come in.
    var pictures: PixelFormat { pictureLayout.format }

    /// Whether transparency is compressed apart from the colours, and put beside them into the file.
    var storesAlphaApart: Bool { keepsAlpha && encoder?.compressesAlphaApart == true }

    /// Whether what was asked for may make the encoder write pictures in another order than they are shown.
    var mayReorder: Bool {
        guard let encoder else { return false }
        return request.options.contains { encoder.reorderingProperties.contains($0.name) }
    }

    /// The layout as GStreamer has it, and how many planes of a picture are used; `nil` where it does not get pictures.
    var layout: (format: VideoFormat, planeCount: Int)? {
        encoderLayout.map { keepsAlpha ? $0.withAlpha : $0.opaque }
    }

    /// The layout with every field of the caps set, so that nothing in between converts or guesses.
    ///
    /// `nil` where GStreamer has no part in it.
    var caps: Caps? {
        guard format.muxing != nil, encoder != nil else { return nil }
        guard let layout else { return caps(.compressed(codec.mediaType, colorimetry: colorimetry)) }
        return caps(of: layout.format, colorimetry: encoderLayout?.colorimetry)
    }

    /// Whether the encoder's library makes the packets, where it can, in the place of the element: the job asks for one quality, and for
    /// nothing that the element alone knows.
    var suitsLibrary: Bool {
        encoder?.library != nil && request.options.isEmpty && bitRate == nil && request.mostBytes == nil
            && rate != nil
    }

    /// What the library's packets are, with every field of the caps set.
    var packetCaps: Caps? {
        encoder?.packetType.map { caps(.compressed($0, colorimetry: colorimetry)) }
    }

    /// The same of pictures in some layout.
    /// - Parameter nominalRate: Frames per second that are stated where frames are shown for different times; `nil` for what
    ///   the encoder has to be given.
    func caps(of format: VideoFormat, colorimetry: String?, atVariableRate nominalRate: Int32? = nil) -> Caps {
        caps(.raw(format, colorimetry: colorimetry), atVariableRate: nominalRate)
    }

    private func caps(_ kind: Caps.Kind, atVariableRate nominalRate: Int32? = nil) -> Caps {
        Caps(
            kind,
            width: size.width,
            height: size.height,
            rateNumerator: rate?.numerator ?? nominalRate ?? encoder?.nominalRate ?? 0,
            rateDenominator: rate?.denominator ?? 1
        )
    }

    /// What writes `target` with the encoder alone, as a shell takes it: test pictures stand in for the frames; `nil` where
    /// no element compresses them. They come 30 times a second where the frames are shown for different times.
    func launchLine(into target: FilePath) -> String? {
        let sink = ElementGraph.Node("filesink", [.init("location", target.string)])
        let sound: [ElementGraph.Node] =
            audio.map { track in
                [ElementGraph.Node("filesrc", [.init("location", track.file.string)])]
                    + ["decodebin", "audioconvert", "audioresample"].map { ElementGraph.Node($0) }
            } ?? []
        guard let layout, let graph = graph(into: sink, hearing: sound)?.graph, compression != nil, !storesAlphaApart,
            // Of what size decides, several are made.
            request.mostBytes == nil
        else { return nil }
        let colorimetry = encoderLayout?.colorimetry
        let caps = caps(of: layout.format, colorimetry: colorimetry, atVariableRate: 30)
        let pictures = [
            ElementGraph.Node("videotestsrc", [.init("num-buffers", frameCount)]),
            ElementGraph.Node("capsfilter", [.init("caps", caps.description)]),
        ]
        return "gst-launch-1.0 " + graph.preceded(by: pictures).launchLine
    }

    /// The codec's own number for a frame's quality; `nil` where a bit rate decides.
    func rateFactor(ofFrame frame: Int) -> Int? {
        guard frame < betterFrames.first || frame >= frameCount - betterFrames.last, let factor = rateFactor,
            let step = encoder?.factors?.step
        else { return rateFactor }
        return factor + step
    }

    /// The job of the film of transparency, where that is compressed apart.
    var ofAlpha: EncodingJob {
        guard let factor = rateFactor, let step = encoder?.factors?.step else { return self }
        var job = self
        job.request.rateFactor = factor + step * betterAlpha
        return job
    }

    /// Has the encoder's element in a pipeline change its quality where the better frames end and begin.
    func mixFactors(in pipeline: Pipeline) {
        guard let encoder, let name = encoder.elementName, let properties = encoder.mixedFactors
        else { return }
        let given = Set(request.options.map(\.name))
        for frame in Set([betterFrames.first, frameCount - betterFrames.last]) where 0 < frame && frame < frameCount {
            guard let former = rateFactor(ofFrame: frame - 1), let factor = rateFactor(ofFrame: frame), factor != former
            else { continue }
            let changed = properties(factor).filter { !given.contains($0.name) }
            // The properties' order is that of a factor that follows a smaller one.
            pipeline.set(factor > former ? changed : changed.reversed(), of: name, afterBuffers: frame)
        }
    }

    /// The job as the encoder gets it in one of its passes.
    func inPass(_ pass: BitRate.Pass) -> EncodingJob {
        var job = self
        job.bitRate?.pass = pass
        return job
    }

    /// A picture as the file of an image format.
    func compressed(_ picture: Picture) throws(ExportError) -> [UInt8] {
        guard case .pictures(let compress) = encoder?.work else {
            preconditionFailure("\(codec.id) has no encoder of single pictures in the table")
        }
        return try compress(try inStoredColors(picture), self)
    }

    /// The encoder with what converts pictures for it, and what stands between it and a muxer; `nil` where it is no element.
    var compression: [ElementGraph.Node]? {
        guard let encoder, let element = encoder.element(self) else { return nil }
        return (encoderLayout?.conversion ?? []) + [element] + encoder.parsers
    }

    /// The encoder and what follows it, up to `sink`: `encoder ! queue ! muxer ! sink`; `nil` where GStreamer has no part in it.
    /// Sound that is encoded comes into the same muxer, and is fed to the element at ``EncodingGraph/audio``.
    /// - Parameters:
    ///   - scratch: A file for the muxer's own use.
    ///   - source: What comes in.
    ///   - sink: Where the file goes.
    ///   - audioSource: What the sound comes from, where that is part of the graph.
    func graph(
        scratch: String? = nil,
        of source: EncodingSource = .pictures,
        into sink: ElementGraph.Node,
        hearing audioSource: [ElementGraph.Node] = []
    ) -> EncodingGraph? {
        guard let muxing = format.muxing, encoder != nil else { return nil }
        var muxer = ElementGraph.Node(muxing.muxer, muxing.properties(self))
        if let scratch, let property = muxing.scratchProperty {
            muxer.properties.append(.init(property, scratch))
        }
        let pictures: [ElementGraph.Node]
        let coding = source == .library ? encoder?.parsers : compression
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
        let graph = ElementGraph(chain: pictures + [muxer, sink])
        guard audio != nil, let encoding = muxing.audio else { return EncodingGraph(graph: graph) }
        let sound = audioSource + encoding.elements + [ElementGraph.Node("queue")]
        let (joined, first) = graph.joined(by: sound, at: pictures.count)
        return EncodingGraph(graph: joined, audio: first)
    }
}

/// What comes into the elements that make a file.
enum EncodingSource {
    /// Pictures, which an element compresses, or compressed ones where none does.
    case pictures
    /// What the encoder's library made of pictures.
    case library
    /// Compressed pictures of another file.
    case file
}

/// The elements that make a file.
struct EncodingGraph {
    let graph: ElementGraph
    /// The place of the element that is fed with sound.
    var audio: Int?
}

/// How GStreamer puts compressed pictures into a file, and reads them back.
struct Muxing: Sendable {
    /// The muxer's element.
    let muxer: String
    /// How it is set up for some pictures.
    let properties: @Sendable (EncodingJob) -> [ElementGraph.Property]
    /// The muxer's property that names a file for its own use; `nil` where it needs none.
    var scratchProperty: String?
    /// Whether the file has a place for the first frame's time code.
    var carriesTimeCode = false
    /// The element that takes the file apart to be read back; `nil` where ``MatroskaReader`` does.
    var demultiplexer: String?
    /// What the file says of its colours; `nil` where ``ReadBack`` finds it by itself.
    var colors: (@Sendable (UnsafeRawBufferPointer) -> OutputColors.CodePoints?)?
    /// How sound is kept; `nil` where there is none.
    var audio: AudioEncoding?
    /// The element that takes the file apart into packets for another file.
    let packetSource: String
    /// What of a file is by chance or by the hour, and what stands there in a file that is to be the same each time.
    let identity: FileIdentity
    /// How texts about the file get into it.
    let tags: MuxedTags
}

extension EncodingJob {
    /// What the file has to say of its colours.
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

    /// The picture as a file of images has it: its numbers are those of the profile's colours.
    func inStoredColors(_ picture: Picture) throws(ExportError) -> Picture {
        guard canvas == .sRGB, let standard = request.standard else { return picture }
        let converted = try ExportError.ofMachine { () throws(MachineShortage) in try picture.inColors(of: standard) }
        guard let converted else { throw .missingLibrary(name: RuntimeLibrary.lcms.name) }
        return converted
    }

    /// Has a pipeline complete what the encoder leaves out of its packets.
    func mendPackets(in pipeline: Pipeline) {
        guard let encoder = encoder, let mend = encoder.mend, let name = encoder.elementName else {
            return
        }
        let colors = request.storedColors
        pipeline.changePackets(leaving: name) { mend($0, colors) }
    }

    /// The pictures' layout as the encoder's table has it, in the profile's colours.
    var encoderLayout: VideoEncoder.Layout? {
        guard var layout = encoder?.layouts[pictures], let colors = request.colors else {
            return encoder?.layouts[pictures]
        }
        guard !layout.conversion.isEmpty else {
            layout.colorimetry = colors.target
            return layout
        }
        var converted = VideoEncoder.Layout.converted(to: colors.target)
        converted.colorimetry = colors.source
        return converted
    }
}
