import GStreamer

extension OutputFormat {
    /// Apple's QuickTime File Format: what editors take.
    public static let quickTime = OutputFormat(
        id: "mov",
        noun: "a .mov file",
        fileExtensions: ["mov"],
        kind: .film,
        codecs: [.proRes, .h264, .png],
        // GStreamer's muxer leaves smaller pictures out, as that of MPEG-4 does.
        leastSide: 16,
        clock: .mpeg4,
        muxing: .mpeg4("qtmux", carriesTimeCode: true, audio: .pcm)
    )
}
