import FlipbookCore
import FlipbookImaging
import GStreamer

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
        guard let converted = layout.converted else {
            layout.colorimetry = colors.target
            return layout
        }
        // The codecs' own place of chroma, on the left.
        return VideoEncoder.Layout(
            opaque: layout.opaque,
            withAlpha: layout.withAlpha,
            colorimetry: colors.source,
            target: colors.target,
            conversion: [
                ElementGraph.Node("videoconvert"),
                ElementGraph.Node(
                    "capsfilter",
                    [
                        .init(
                            "caps",
                            "video/x-raw,format=\(converted.name),colorimetry=\(colors.target),chroma-site=mpeg2"
                        )
                    ]
                ),
            ],
            converted: converted
        )
    }
}
