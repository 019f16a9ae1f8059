import FlipbookCore
import FlipbookImaging
import GStreamer

extension PictureLayout {
    /// The layout in which pictures come where GStreamer converts their colours: the same survives of them.
    func converted(to colors: OutputColors?) -> PictureLayout {
        guard colors != nil else { return self }
        return PictureLayout(
            // Pictures of 8 bits would be rounded twice. What compresses transparency apart takes 8.
            format: depth > 8 || !carriesAlpha ? .rgba64 : .rgba,
            depth: depth,
            chroma: chroma,
            carriesAlpha: carriesAlpha,
            profiles: profiles,
            convertedTo: format
        )
    }
}

extension OutputColors {
    /// What the element that converts pictures to them, or back, is set to.
    var conversion: [ElementGraph.Property] {
        changesPrimaries && !areDrawn ? [.init("gamma-mode", "remap"), .init("primaries-mode", "fast")] : []
    }
}

extension EncodingJob {
    /// The colours that GStreamer converts pictures to; `nil` where it has none to convert.
    var colors: OutputColors? {
        var colors = profile.colors
        colors?.areDrawn = canvas != .sRGB
        return colors
    }

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

    /// The pictures' layout as the encoder's table has it, or with what converts their colours.
    var encoderLayout: VideoEncoder.Layout? {
        guard let encoder = profile.codec.encoder else { return nil }
        guard let colors, let format = pictureLayout.convertedTo,
            let usual = encoder.layouts[format]
        else { return encoder.layouts[pictures] }
        let wanted = usual.converted ?? (keepsAlpha ? usual.withAlpha : usual.opaque).format
        let source: VideoFormat = pictures == .rgba64 ? .rgba64 : .rgba
        // The codecs' own place of chroma, on the left.
        let site = pictureLayout.chroma == .full ? "" : ",chroma-site=mpeg2"
        return VideoEncoder.Layout(
            opaque: (source, 1),
            withAlpha: (source, 1),
            colorimetry: colors.source,
            target: colors.target,
            conversion: [
                ElementGraph.Node("videoconvert", colors.conversion),
                ElementGraph.Node(
                    "capsfilter",
                    [.init("caps", "video/x-raw,format=\(wanted.name),colorimetry=\(colors.target)\(site)")]
                ),
            ]
        )
    }
}
