import FlipbookCore
import FlipbookImaging
import GStreamer

extension EncodingProfile {
    /// That a file has no place for all colours of a canvas; `nil` where it has.
    func narrowing(on canvas: CanvasColors) -> Explanation? {
        let (space, file) = (canvas.space, drawnNumbers(on: canvas).standard)
        guard space == .displayP3 || space == .bt2020, file != space.standard, file != .bt2020 else { return nil }
        return "The canvas is \(space.name), and the file is not: colours that it lacks are clipped."
    }
}

extension EncodingJob {
    /// What the file has to say of its colours.
    var codePoints: OutputColors.CodePoints {
        var points = profile.storedColors.codePoints
        if pictureLayout.chroma == .rgb, !pictureLayout.isGray { points.matrix = 0 }
        points.isFullRange = profile.storedColors.range == .full
        return points
    }

    /// The same in GStreamer's words.
    var colorimetry: String {
        pictureLayout.isGray
            ? OutputColors.gray
            : pictureLayout.chroma == .rgb ? profile.storedColors.rgbTarget : profile.storedColors.target
    }

    /// The picture as a file of images has it: its numbers are those of the profile's colours.
    func inStoredColors(_ picture: Picture) throws(ExportError) -> Picture {
        guard canvas == .sRGB, let standard = profile.standard else { return picture }
        let converted: Picture?
        do throws(MachineShortage) {
            converted = try picture.inColors(of: standard)
        } catch {
            throw .shortage(error)
        }
        guard let converted else { throw .missingLibrary(name: RuntimeLibrary.lcms.name) }
        return converted
    }

    /// Has a pipeline complete what the encoder leaves out of its packets.
    func mendPackets(in pipeline: Pipeline) {
        guard let encoder = profile.codec.encoder, let mend = encoder.mend, let name = encoder.elementName else {
            return
        }
        let colors = profile.storedColors
        pipeline.changePackets(leaving: name) { mend($0, colors) }
    }

    /// The pictures' layout as the encoder's table has it, in the profile's colours.
    var encoderLayout: VideoEncoder.Layout? {
        guard var layout = profile.codec.encoder?.layouts[pictures], let colors = profile.colors else {
            return profile.codec.encoder?.layouts[pictures]
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
