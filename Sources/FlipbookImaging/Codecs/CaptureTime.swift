import FlipbookCore

/// The time at which a picture was taken, as EXIF data give it.
package struct CaptureTime: Hashable, Sendable {
    /// Nanoseconds since 1970 by the clock of the place.
    private let local: Int128
    /// Nanoseconds by which the clock is ahead of UTC, or `nil` if the data do not say.
    private let offset: Int128?

    /// A Boolean value that indicates a clock whose distance from UTC is known.
    package var isAbsolute: Bool { offset != nil }

    /// The number that times are ordered by.
    /// - Parameter isAbsolute: `true` to compare clocks of different places.
    package func instant(isAbsolute: Bool) -> Int128 { local - (isAbsolute ? offset ?? 0 : 0) }

    /// The time of EXIF's texts (Exif 2.32, section 4.6.5): `2026:11:29 12:30:05`, `25`, `+01:00`.
    /// - Returns: `nil` for a text that is no time, such as one of spaces or zeros.
    init?(_ text: String, subseconds: String?, offset: String?) {
        func numbers(_ text: String) -> [Int] { text.split { !("0"..."9").contains($0) }.compactMap { Int($0) } }
        let fields = numbers(text)
        guard fields.count == 6, (1...12).contains(fields[1]), (1...31).contains(fields[2]), fields[0] < 10_000 else {
            return nil
        }
        // The days since 1 March 0000, with the leap day at the end of a year.
        let (month, year) = ((fields[1] + 9) % 12, fields[0] - (fields[1] < 3 ? 1 : 0))
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + fields[2] - 1 - 719_468
        let seconds = Int128((days * 24 + fields[3]) * 3600 + fields[4] * 60 + fields[5])
        let digits = (subseconds ?? "").prefix { ("0"..."9").contains($0) }.prefix(9)
        let fraction = Int128(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
        local = seconds * 1_000_000_000 + fraction
        let ahead = numbers(offset ?? "")
        guard ahead.count == 2, let sign = offset?.first else {
            self.offset = nil
            return
        }
        self.offset = Int128(ahead[0] * 3600 + ahead[1] * 60) * (sign == "-" ? -1 : 1) * 1_000_000_000
    }
}

extension TIFFDirectory {
    /// The time at which the picture of the EXIF data at a place of a file was taken, or else digitized; `nil` if they do
    /// not say.
    static func captureTime(at start: Int, of file: inout FileReader) throws(ImageError) -> CaptureTime? {
        guard let (form, place) = try file.bytes(at: start, count: 8).flatMap(beginning) else { return nil }
        return try directory(at: place, of: &file, start, form)?.captureTime { (offset, count) throws(ImageError) in
            try file.bytes(at: start + offset, count: count)
        }
    }

    /// The same of EXIF data in a part of a file, whose first number says how many bytes precede them
    /// (ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.4).
    static func captureTime(ofPartAt start: Int, of file: inout FileReader) throws(ImageError) -> CaptureTime? {
        guard let distance = try file.bytes(at: start, count: 4)?.bigEndian32(at: 0) else { return nil }
        return try captureTime(at: start + 4 + Int(distance), of: &file)
    }

    /// The same of the directory of EXIF data, or of a TIFF file.
    /// - Parameter read: Gives bytes at an offset, as many as are wanted, or `nil`.
    func captureTime<Failure: Error>(
        _ read: (_ offset: Int, _ count: Int) throws(Failure) -> UnsafeRawBufferPointer?
    ) throws(Failure) -> CaptureTime? {
        guard let place = self[.exif], let head = try read(place, form.countLength) else { return nil }
        let length = form.countLength + form.entryLength * form.order.number(head, at: 0, width: form.countLength)
        guard let bytes = try read(place, length), let exif = TIFFDirectory(bytes, form, at: place) else { return nil }
        func text(_ tag: UInt16) throws(Failure) -> String? {
            guard let entry = exif.entries[tag], (1...64).contains(entry.count) else { return nil }
            return try read(entry.offset, entry.count).map {
                String(decoding: $0.prefix(entry.count).prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        // DateTimeOriginal and DateTimeDigitized, with their subseconds and offsets.
        for index in UInt16(0)...1 {
            guard let date = try text(0x9003 + index) else { continue }
            let (fraction, offset) = (try text(0x9291 + index), try text(0x9011 + index))
            if let found = CaptureTime(date, subseconds: fraction, offset: offset) { return found }
        }
        return nil
    }
}
