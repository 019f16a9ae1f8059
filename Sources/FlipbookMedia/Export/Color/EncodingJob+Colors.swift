import FlipbookImaging
import GStreamer

extension PictureLayout {
    /// The layout in which pictures come where GStreamer converts their colours: the same survives of them.
    func converted(to colors: OutputColors?) -> PictureLayout {
        guard colors != nil else { return self }
        return PictureLayout(
            format: depth > 8 ? .rgba64 : .rgba,
            depth: depth,
            chroma: chroma,
            profiles: profiles,
            convertedTo: format
        )
    }
}

extension OutputColors {
    /// What the element that converts pictures to them, or back, is set to.
    var conversion: [ElementGraph.Property] {
        changesPrimaries ? [.init("gamma-mode", "remap"), .init("primaries-mode", "fast")] : []
    }
}

extension EncodingJob {
    /// The pictures' layout as the encoder's table has it, or with what converts their colours.
    var encoderLayout: VideoEncoder.Layout? {
        guard let encoder = profile.codec.encoder else { return nil }
        guard let colors = profile.colors, let format = pictureLayout.convertedTo,
            let wanted = encoder.layouts[format]?.opaque.format
        else { return encoder.layouts[pictures] }
        let source: VideoFormat = pictures == .rgba64 ? .rgba64 : .rgba
        // H.264's and H.265's own place of chroma, on the left.
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
