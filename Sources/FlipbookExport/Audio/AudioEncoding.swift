import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The audio encoding of a container, with a codec that all readers of the container support.
struct AudioEncoding: Sendable {
    let name: String
    let elements: [ElementGraph.Node]
    /// The number of silent samples that the encoder adds at the beginning. The muxer does not record this number.
    var priming = 0
    /// The coding for Flipbook's own Matroska writer, or `nil` if the writer does not support this audio.
    var coding: MatroskaSound.Coding?

    static let aac = AudioEncoding(
        name: "AAC",
        elements: [ElementGraph.Node("avenc_aac", [.init("bitrate", 192_000)])],
        priming: 1024
    )

    static let flac = AudioEncoding(name: "FLAC", elements: converted(to: "S24LE") + [.init("flacenc")], coding: .flac)

    static let pcm = AudioEncoding(name: "PCM", elements: converted(to: "S24LE"))

    /// Vorbis for WebM. With GStreamer 1.22's muxer, Opus would be 7 ms late.
    static let vorbis = AudioEncoding(
        name: "Vorbis",
        elements: [ElementGraph.Node("vorbisenc", [.init("quality", "0.6")])],
        coding: .vorbis
    )

    private static func converted(to format: String) -> [ElementGraph.Node] {
        [ElementGraph.Node("audioconvert"), .filter("audio/x-raw,format=\(format)")]
    }

    /// Returns changes to an MPEG-4 file, with their offsets, that trim the priming and the end of the audio.
    ///
    /// They affect the edit lists (ISO/IEC 14496-12, 8.6.6), the track's duration, and the movie's duration.
    func edits(inMPEG4 file: UnsafeRawBufferPointer) -> [(offset: Int, bytes: [UInt8])] {
        let boxes = MPEG4Boxes(file: file)
        guard priming > 0, let sound = boxes.track(ofType: "soun"), let pictures = boxes.track(ofType: "vide"),
            let list = boxes.contents(of: "edts", "elst", in: [sound]).first,
            // Version 0, one entry: its duration, first sample, and speed.
            list.count == 20, file[list.lowerBound] == 0, file[list.lowerBound + 7] == 1,
            let head = boxes.contents(of: "tkhd", in: [sound]).first,
            let other = boxes.contents(of: "tkhd", in: [pictures]).first,
            let whole = boxes.contents(of: "mvhd", in: boxes.movie).first,
            [head, other, whole].allSatisfy({ file[$0.lowerBound] == 0 && $0.count >= 24 })
        else { return [] }
        let length = Array(file[other.lowerBound + 20..<other.lowerBound + 24])
        let edits = [(list.lowerBound + 8, length), (list.lowerBound + 12, big(priming, 4))]
        return edits + [(head.lowerBound + 20, length), (whole.lowerBound + 16, length)]
    }
}
