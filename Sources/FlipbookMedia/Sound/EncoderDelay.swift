import FlipbookCore
package import FlipbookImaging
package import GStreamer

/// The padding that an encoder added before and after the audio, if the file specifies it and GStreamer ignores it. Lossy
/// encoders begin with padding, such as 23 ms in an MP3 file. GStreamer removes padding that is described by LAME's header or
/// by edit lists. It ignores LAME's header if libavcodec (ffmpeg) wrote it, and also ignores iTunes' comment with the same
/// information. If an edit list starts late, GStreamer loses the last frames of the track.
package struct EncoderDelay: Hashable, Sendable {
    package private(set) var changes: [ByteChange] = []
    /// The range of samples without padding, at ``AudioReader/rate``, or `nil` for all decoded samples.
    package private(set) var sound: Range<Int>?

    private typealias Found = (changes: [ByteChange], sound: Range<Int>?)

    /// Reads the delay of a file. If the file is unreadable, the delay is empty, and GStreamer reports the error.
    init(of path: FilePath) { do throws(ImageError) { try self.init(try FileReader(path)) } catch { self.init() } }

    private init() {}

    package init(_ file: consuming FileReader) throws(ImageError) {
        guard let container = VideoContainer(try file.head()) else {
            try read(mpegAudio: &file)
            return
        }
        let found = try container.withMovie(of: &file) { Self.read(tables: $0, at: $1) }
        if let found { (changes, sound) = found }
    }

    // MARK: MP3

    /// The first frame of an MP3 file may contain a header instead of audio: `Xing` or `Info`, some optional numbers, the
    /// encoder's name, and the number of added samples.
    private mutating func read(mpegAudio file: inout FileReader) throws(ImageError) {
        var place = 0
        // Tags precede the audio. Their length is stored in four bytes with seven bits each.
        for _ in 0..<100 {
            guard let tag = try file.bytes(at: place, count: 10), tag.starts(with: "ID3".utf8) else { break }
            let length = tag[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            place += 10 + length + (tag[5] & 0x10 == 0 ? 0 : 10)
        }
        let count = min(FileReader.windowLength, file.byteCount - place)
        guard count > 200, let head = try file.bytes(at: place, count: count),
            let frame = (0..<count - 200).first(where: { head[$0] == 0xFF && head[$0 + 1] & 0xE6 == 0xE2 })
        else { return }
        let (isFirstVersion, isMono) = (head[frame + 1] & 0x18 == 0x18, head[frame + 3] & 0xC0 == 0xC0)
        let header = frame + 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        guard ["Xing", "Info"].contains(Self.text(head, header..<header + 4)) else { return }
        let flags = head[header + 7]
        let lengths = [(1, 4), (2, 4), (4, 100), (8, 4)]
        let encoder = header + 8 + lengths.filter { Int(flags) & $0.0 != 0 }.map(\.1).reduce(0, +)
        guard encoder + 4 <= count, ["Lavf", "Lavc"].contains(Self.text(head, encoder..<encoder + 4)) else { return }
        changes = [ByteChange(at: place + encoder, Array("LAME".utf8))]
    }

    // MARK: MPEG-4

    private static func read(tables file: UnsafeRawBufferPointer, at place: Int) -> Found {
        let boxes = MPEG4Boxes(file: file)
        guard let track = boxes.track(ofType: "soun"),
            let media = boxes.contents(of: "mdia", "mdhd", in: [track]).first,
            let rate = Self.clock(file, media)?.rate
        else { return ([], nil) }
        if Self.start(boxes, track) != nil {
            return (Self.lengthening(boxes, "soun", at: place).map { [$0] } ?? [], nil)
        }
        return Self.words(ofITunes: boxes, rate: rate, at: place)
    }

    /// Returns the change that extends the movie's length for a track that begins late, or `nil` if the track does not begin
    /// late. Edit lists shorten the stored length, and GStreamer would stop as soon as sample times reach it.
    static func lengthening(_ boxes: MPEG4Boxes, _ type: String, at place: Int) -> ByteChange? {
        let file = boxes.file
        guard let track = boxes.track(ofType: type), let start = start(boxes, track), start < 1 << 30,
            let media = boxes.contents(of: "mdia", "mdhd", in: [track]).first, let rate = clock(file, media)?.rate,
            let head = boxes.contents(of: "mvhd", in: boxes.movie).first,
            let clock = clock(file, head), file[clock.length].contains(where: { $0 != 0xFF })
        else { return nil }
        let length = number(file, clock.length) &+ (start * clock.rate / rate + 2)
        return ByteChange(at: place + clock.length.lowerBound, big(length, clock.length.count))
    }

    /// Returns the first sample that a track's edits play, or `nil` if they begin with the track's first sample.
    private static func start(_ boxes: MPEG4Boxes, _ track: Range<Int>) -> Int? {
        boxes.contents(of: "edts", "elst", in: [track]).first.flatMap { firstSample(boxes.file, $0) }
    }

    /// Reads a movie or track header: the time units per second, and the byte range of the length in these units.
    private static func clock(_ file: UnsafeRawBufferPointer, _ box: Range<Int>) -> (rate: Int, length: Range<Int>)? {
        guard let version = file[box].first, box.count >= (version == 1 ? 32 : 20) else { return nil }
        let isLong = version == 1
        let start = box.lowerBound + (isLong ? 20 : 12)
        let rate = number(file, start..<start + 4)
        return rate > 0 ? (rate, start + 4..<start + (isLong ? 12 : 8)) : nil
    }

    /// Returns the first sample that an edit list plays, or `nil` if it begins with the track's first sample.
    private static func firstSample(_ file: UnsafeRawBufferPointer, _ list: Range<Int>) -> Int? {
        guard list.count >= 8 else { return nil }
        let isLong = file[list.lowerBound] == 1
        let (entry, width) = (isLong ? 20 : 12, isLong ? 8 : 4)
        for start in stride(from: list.lowerBound + 8, through: list.upperBound - entry, by: entry) {
            let place = start + width..<start + 2 * width
            // An entry that begins at -1 is a pause.
            guard file[place.lowerBound] & 0x80 == 0 else { continue }
            let sample = number(file, place)
            return sample > 0 ? sample : nil
        }
        return nil
    }

    /// Reads the hexadecimal numbers in `iTunSMPB`. The second is the number of samples before the audio, and the fourth is the
    /// audio's length.
    private static func words(ofITunes boxes: MPEG4Boxes, rate: Int, at place: Int) -> Found {
        // The contents of the box begin with four bytes for its version and flags.
        let data = boxes.contents(of: "udta", "meta", in: boxes.movie).map { $0.dropFirst(4) }
        for item in boxes.contents(of: "----", in: boxes.contents(of: "ilst", in: data)) {
            guard let name = boxes.contents(of: "name", in: [item]).first, name.count > 4,
                text(boxes.file, name.lowerBound + 4..<name.upperBound) == "iTunSMPB",
                let value = boxes.contents(of: "data", in: [item]).first, value.count > 8
            else { continue }
            let words = text(boxes.file, value.lowerBound + 8..<value.upperBound).split(separator: " ")
            guard words.count >= 4, let before = Int(words[1], radix: 16), let length = Int(words[3], radix: 16),
                (1...1 << 40).contains(length), (0...1 << 20).contains(before)
            else { return ([], nil) }
            func sample(_ place: Int) -> Int { (place * AudioReader.rate + rate / 2) / rate }
            // This keeps newer versions of GStreamer from removing the padding a second time.
            return (
                [ByteChange(at: place + name.lowerBound + 4, Array("X".utf8))], sample(before)..<sample(before + length)
            )
        }
        return ([], nil)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        Int(truncatingIfNeeded: bytes.bigEndian(at: range.lowerBound, count: range.count))
    }
}
