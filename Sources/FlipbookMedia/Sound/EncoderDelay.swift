import FlipbookCore
import FlipbookImaging
import GStreamer

/// What an encoder added before and behind the sound of a file, as far as the file says so and GStreamer does not heed it.
///
/// Lossy encoders begin with samples that are no sound: 23 ms in an MP3 file. GStreamer leaves out what the header of LAME
/// tells, and what lies before an edit list. It does not know the same header by libavcodec, which ffmpeg writes; it loses the
/// last coded frames of a track whose edit list begins late; and it does not read what iTunes says.
struct EncoderDelay: Hashable, Sendable {
    /// What GStreamer is to read in the place of the file's own bytes.
    private(set) var changes: [ByteChange] = []
    /// The samples that are the file's sound, at ``AudioReader/rate``; `nil` where all that is decoded is.
    private(set) var sound: Range<Int>?

    /// What a file says.
    init(of file: FilePath) {
        do throws(ImageError) {
            let reader = try FileReader(file)
            var window = try FileWindow(reader)
            if window.bytes.count >= 8, Self.movieTypes.contains(Self.text(window.bytes, 4..<8)) {
                try read(movie: reader, &window)
            } else {
                try read(mpegAudio: reader, &window)
            }
        } catch {
            // What cannot be read here cannot be read by GStreamer either, which says so.
        }
    }

    // MARK: MP3

    /// The first frame of an MP3 file may hold a header in the place of sound: `Xing` or `Info`, then, after numbers that may be
    /// there or not, the name of the encoder, and how many samples it added.
    private mutating func read(mpegAudio file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) {
        var place = 0
        // Titles and pictures lie before the sound. Their length is of four bytes of seven bits.
        while let tag = try window.bytes(at: place, count: 10, of: file), Self.text(tag, 0..<3) == "ID3" {
            let length = tag[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            place += 10 + length + (tag[5] & 0x10 == 0 ? 0 : 10)
        }
        let count = min(FileWindow.length, file.byteCount - place)
        guard count > 200, let head = try window.bytes(at: place, count: count, of: file),
            // A frame of layer III.
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

    /// What such a file begins with, the types of its first box.
    private static let movieTypes: Set<String> = ["ftyp", "moov", "mdat", "wide", "free", "skip"]
    /// The tables of a longer file are not looked at.
    private static let longestTable = 1 << 26

    private mutating func read(movie file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) {
        var place = 0
        // More are no film's; a file may consist of nothing but boxes of eight bytes.
        let mostBoxes = 10_000
        for _ in 0..<mostBoxes {
            guard let head = try window.bytes(at: place, count: 8, of: file) else { return }
            let type = Self.text(head, 4..<8)
            var length = Self.number(head, 0..<4)
            if length == 1, let long = try window.bytes(at: place + 8, count: 8, of: file) {
                length = Self.number(long, 0..<8)
            }
            guard length >= 8, length <= file.byteCount - place else { return }
            if type == "moov" {
                guard length <= Self.longestTable else { return }
                let found = try file.withBytes(at: place, count: length) { Self.read(tables: $0, at: place) }
                (changes, sound) = (found.changes, found.sound)
                return
            }
            place += length
        }
    }

    /// What the box `moov` says, which lies at a place of the file.
    private static func read(
        tables file: UnsafeRawBufferPointer,
        at place: Int
    ) -> (changes: [ByteChange], sound: Range<Int>?) {
        let boxes = MPEG4Boxes(file: file)
        let movie = boxes.contents(of: "moov", in: [0..<file.count])
        guard let track = boxes.track(ofType: "soun"),
            let media = boxes.contents(of: "mdhd", in: boxes.contents(of: "mdia", in: [track])).first,
            let rate = Self.clock(file, media)?.rate
        else { return ([], nil) }
        let edits = boxes.contents(of: "elst", in: boxes.contents(of: "edts", in: [track])).first
        if let start = edits.flatMap({ Self.firstSample(file, $0) }) {
            // GStreamer stops where the samples' own times reach the length of the film, which the edits made shorter.
            guard start < 1 << 30, let head = boxes.contents(of: "mvhd", in: movie).first,
                let clock = Self.clock(file, head), file[clock.length].contains(where: { $0 != 0xFF })
            else { return ([], nil) }
            let length = Self.number(file, clock.length) &+ (start * clock.rate / rate + 2)
            return ([ByteChange(at: place + clock.length.lowerBound, big(length, clock.length.count))], nil)
        }
        return Self.words(ofITunes: boxes, movie, rate: rate, at: place)
    }

    /// How many units a clock has in a second, and where the length that it measures is, in the box of a film or a track.
    private static func clock(_ file: UnsafeRawBufferPointer, _ box: Range<Int>) -> (rate: Int, length: Range<Int>)? {
        guard let version = file[box].first, box.count >= (version == 1 ? 32 : 20) else { return nil }
        let isLong = version == 1
        let start = box.lowerBound + (isLong ? 20 : 12)
        let rate = number(file, start..<start + 4)
        return rate > 0 ? (rate, start + 4..<start + (isLong ? 12 : 8)) : nil
    }

    /// The sample with which an edit list begins; `nil` for the first.
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

    /// `iTunSMPB`: numbers in hexadecimal digits, of which the second is how many samples come before the sound, and the fourth how
    /// many it has.
    private static func words(
        ofITunes boxes: MPEG4Boxes,
        _ movie: [Range<Int>],
        rate: Int,
        at place: Int
    ) -> (changes: [ByteChange], sound: Range<Int>?) {
        let data = boxes.contents(of: "meta", in: boxes.contents(of: "udta", in: movie))
        // Behind four bytes of its own.
        let lists = boxes.contents(
            of: "ilst",
            in: data.filter { $0.count > 4 }.map { $0.lowerBound + 4..<$0.upperBound }
        )
        for item in boxes.contents(of: "----", in: lists) {
            guard let name = boxes.contents(of: "name", in: [item]).first, name.count > 4,
                text(boxes.file, name.lowerBound + 4..<name.upperBound) == "iTunSMPB",
                let value = boxes.contents(of: "data", in: [item]).first, value.count > 8
            else { continue }
            let words = text(boxes.file, value.lowerBound + 8..<value.upperBound).split(separator: " ")
            guard words.count >= 4, let before = Int(words[1], radix: 16), let length = Int(words[3], radix: 16),
                (1...1 << 40).contains(length), (0...1 << 20).contains(before)
            else { return ([], nil) }
            func sample(_ place: Int) -> Int { (place * AudioReader.rate + rate / 2) / rate }
            // Other versions of GStreamer must not leave it out as well.
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
        bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }
}
