import FlipbookCore
import GStreamer

/// How a container keeps sound: each has a codec that all its readers know.
struct AudioEncoding: Sendable {
    /// What people call the codec.
    let name: String
    /// What makes it of samples of floating-point numbers.
    let elements: [ElementGraph.Node]
    /// Samples of silence that the encoder puts before the first, of which the muxer does not tell the file's readers.
    var priming = 0

    /// AAC, in MPEG-4 files.
    static let aac = AudioEncoding(
        name: "AAC",
        elements: [ElementGraph.Node("avenc_aac", [.init("bitrate", 192_000)])],
        // libavcodec's encoder begins with a frame of its own.
        priming: 1024
    )

    /// FLAC, lossless, in 24 bits.
    static let flac = AudioEncoding(name: "FLAC", elements: converted(to: "S24LE") + [ElementGraph.Node("flacenc")])

    /// Samples as they are, in 24 bits: what editors take.
    static let pcm = AudioEncoding(name: "PCM", elements: converted(to: "S24LE"))

    /// Vorbis, in WebM. Opus in the files of GStreamer 1.22's muxer is heard 7 ms late.
    static let vorbis = AudioEncoding(
        name: "Vorbis",
        elements: [ElementGraph.Node("vorbisenc", [.init("quality", "0.6")])]
    )

    private static func converted(to format: String) -> [ElementGraph.Node] {
        [
            ElementGraph.Node("audioconvert"),
            ElementGraph.Node("capsfilter", [.init("caps", "audio/x-raw,format=\(format)")]),
        ]
    }
}

extension AudioEncoding {
    /// Where an MPEG-4 file says at which sample its sound begins, and what it has to say: the first that is no priming.
    ///
    /// That is an edit list, ISO/IEC 14496-12, 8.6.6, of one entry, which the muxer writes for every track.
    func beginning(inMPEG4 file: UnsafeRawBufferPointer) -> (offset: Int, bytes: [UInt8])? {
        guard priming > 0 else { return nil }
        let boxes = MPEG4Boxes(file: file)
        guard let sound = boxes.track(ofType: "soun"),
            let list = boxes.contents(of: "elst", in: boxes.contents(of: "edts", in: [sound])).first,
            // Version 0, one entry: its length, the first sample, the speed.
            list.count == 20, file[list.lowerBound] == 0, file[list.lowerBound + 7] == 1
        else { return nil }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: priming >> (24 - 8 * $0)) }
        return (list.lowerBound + 12, bytes)
    }
}
