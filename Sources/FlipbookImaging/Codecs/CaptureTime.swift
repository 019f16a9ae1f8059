import FlipbookCore

package struct CaptureTime: Hashable, Sendable {
    /// The local time, in nanoseconds since 1970.
    private let local: Int128
    /// The offset from UTC, in nanoseconds, or `nil` if unknown.
    private let offset: Int128?

    package var isAbsolute: Bool { offset != nil }

    /// Returns a number by which times are sorted. If `isAbsolute`, the time zone is taken into account.
    package func instant(isAbsolute: Bool) -> Int128 { local - (isAbsolute ? offset ?? 0 : 0) }

    /// Parses the strings in EXIF data (Exif 2.32, section 4.6.5): `2026:11:29 12:30:05`, `25`, `+01:00`. Returns `nil` for
    /// spaces or zeros.
    init?(_ text: String, subseconds: String?, offset: String?) {
        func numbers(_ text: String) -> [Int] { text.split { !("0"..."9").contains($0) }.compactMap { Int($0) } }
        let fields = numbers(text)
        guard fields.count == 6, (1...12).contains(fields[1]), (1...31).contains(fields[2]), fields[0] < 10_000,
            fields[3...].allSatisfy({ $0 < 100 })
        else { return nil }
        // `CalendarDay` counts days from the year 0. This number counts them from 1970.
        let days = CalendarDay.number(year: fields[0], month: fields[1], day: fields[2]) - 719_468
        let seconds = Int128((days * 24 + fields[3]) * 3600 + fields[4] * 60 + fields[5])
        let digits = (subseconds ?? "").prefix { ("0"..."9").contains($0) }.prefix(9)
        let fraction = Int128(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
        local = seconds * 1_000_000_000 + fraction
        let ahead = numbers(offset ?? "")
        guard ahead.count == 2, ahead.allSatisfy({ $0 < 100 }), let sign = offset?.first else {
            self.offset = nil
            return
        }
        self.offset = Int128(ahead[0] * 3600 + ahead[1] * 60) * (sign == "-" ? -1 : 1) * 1_000_000_000
    }
}
