import FlipbookCore
import FlipbookImaging
import GStreamer

extension VideoCodec {
    /// H.264 in 4:2:0: what every browser and player shows. Carries no transparency.
    public static let h264 = VideoCodec(
        id: "h264",
        name: "H.264",
        carriesAlpha: false,
        needsEvenSides: true,
        pictures: .i420,
        mediaType: "video/x-h264"
    )
}

extension VideoEncoder {
    /// x264.
    static let x264 = VideoEncoder(
        codec: .h264,
        name: "x264",
        qualities: 1...50,
        // A little better than x264's own 23.
        defaultQuality: 20,
        presets: x264Presets.map(\.name),
        defaultPreset: "medium",
        layouts: [.i420: Layout(opaque: (.i420, 3), withAlpha: (.i420, 3), colorimetry: "bt709")],
        reorderingProperties: ["bframes", "option-string", "pass"],
        memory: { job in
            let held = x264Presets.first { $0.name == job.profile.preset }?.held ?? 75
            // With their halves and the motion in them: 4.6 bytes a pixel.
            return job.size.area * 46 / 10 * held
        },
        element: { job in
            var element = ElementGraph.Node("x264enc")
            if let preset = job.profile.preset { element.properties.append(.init("speed-preset", preset)) }
            element.properties.append(.init("pass", "qual"))
            if let quality = job.profile.quality { element.properties.append(.init("quantizer", quality)) }
            // Without this the default bit rate caps the quality that was asked for.
            element.properties.append(.init("vbv-buf-capacity", 0))
            element.properties.append(.init("key-int-max", 250))
            if looksFarAhead(job.profile), ProcessorCount.usable <= 4 {
                // x264 looks ahead on a thread of its own unless told not to, over pictures that it
                // holds for that alone. From medium on few cores are busy anyway: the bits and the
                // time are the same without, and dozens of megabytes are saved.
                element.properties.append(.init("sync-lookahead", 0))
            }
            if job.profile.format.clock?.needsDisplayOrder(job) == true {
                element.properties.append(.init("bframes", 0))
            }
            return element
        }
    )

    /// The presets, and how many pictures x264 holds in each: those that it looks ahead at, and those that it refers to.
    private static let x264Presets: [(name: String, held: Int)] = [
        ("ultrafast", 8), ("superfast", 22), ("veryfast", 30), ("faster", 40), ("fast", 48), ("medium", 55),
        ("slow", 65),
        ("slower", 75), ("veryslow", 75), ("placebo", 75),
    ]

    /// Whether the preset weighs forty pictures or more before it encodes the first.
    private static func looksFarAhead(_ profile: EncodingProfile) -> Bool {
        let slow = x264Presets.map(\.name).drop { $0 != "medium" }
        return profile.preset.map { slow.contains($0) } ?? false
    }
}
