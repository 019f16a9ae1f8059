extension OutputFormat {
    /// Apple's QuickTime File Format, for video editing.
    public static let quickTime = OutputFormat(
        id: "mov",
        noun: "a .mov file",
        fileExtensions: ["mov"],
        kind: .film,
        codecs: [.proRes, .h264, .png],
        leastSide: 16,
        clock: .mpeg4,
        muxing: .mpeg4("qtmux", carriesTimeCode: true, audio: .pcm)
    )
}
