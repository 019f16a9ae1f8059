import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The sound of a container: each has a codec that all its readers know.
struct AudioEncoding: Sendable {
    let name: String
    /// The elements that make it of samples of floating-point numbers.
    let elements: [ElementGraph.Node]
    /// Samples of silence that the encoder puts before the first, of which the muxer does not tell the file's readers.
    var priming = 0
    /// The coding in our own writer of Matroska, or `nil` for sound that no such file has.
    var coding: MatroskaSound.Coding?

    static let aac = AudioEncoding(
        name: "AAC",
        elements: [ElementGraph.Node("avenc_aac", [.init("bitrate", 192_000)])],
        // libavcodec's encoder begins with a frame of its own.
        priming: 1024
    )

    /// FLAC, lossless, in 24 bits.
    static let flac = AudioEncoding(
        name: "FLAC",
        elements: converted(to: "S24LE") + [ElementGraph.Node("flacenc")],
        coding: .flac
    )

    /// Samples as they are, in 24 bits: what editors take.
    static let pcm = AudioEncoding(name: "PCM", elements: converted(to: "S24LE"))

    /// Vorbis, in WebM. Opus in the files of GStreamer 1.22's muxer is heard 7 ms late.
    static let vorbis = AudioEncoding(
        name: "Vorbis",
        elements: [ElementGraph.Node("vorbisenc", [.init("quality", "0.6")])],
        coding: .vorbis
    )

    private static func converted(to format: String) -> [ElementGraph.Node] {
        [
            ElementGraph.Node("audioconvert"),
            ElementGraph.Node("capsfilter", [.init("caps", "audio/x-raw,format=\(format)")]),
        ]
    }

    /// The statements of an MPEG-4 file about its sound, and their places: that it begins with the first sample that is no
    /// priming, and ends with the pictures, and not with the coded frame.
    ///
    /// They are an edit list, ISO/IEC 14496-12, 8.6.6, of one entry, which the muxer writes for every track, and the lengths of the
    /// track and of the film.
    func edits(inMPEG4 file: UnsafeRawBufferPointer) -> [(offset: Int, bytes: [UInt8])] {
        let boxes = MPEG4Boxes(file: file)
        guard priming > 0, let sound = boxes.track(ofType: "soun"), let pictures = boxes.track(ofType: "vide"),
            let list = boxes.contents(of: "edts", "elst", in: [sound]).first,
            // Version 0, one entry: its length, the first sample, the speed.
            list.count == 20, file[list.lowerBound] == 0, file[list.lowerBound + 7] == 1,
            let head = boxes.contents(of: "tkhd", in: [sound]).first,
            let other = boxes.contents(of: "tkhd", in: [pictures]).first,
            let whole = boxes.contents(of: "mvhd", in: boxes.movie).first,
            [head, other, whole].allSatisfy({ file[$0.lowerBound] == 0 && $0.count >= 24 })
        else { return [] }
        let length = Array(file[other.lowerBound + 20..<other.lowerBound + 24])
        return [
            (list.lowerBound + 8, length),
            (list.lowerBound + 12, big(priming, 4)),
            (head.lowerBound + 20, length), (whole.lowerBound + 16, length),
        ]
    }
}
