/// A format for dates or times that consist only of digits: `20260131`, `202601`, `101200`.
package struct CalendarForm: Hashable, Sendable {
    enum Field: Int, CaseIterable, Comparable {
        case year, month, day, hour, minute, second, millisecond

        static func < (left: Field, right: Field) -> Bool { left.rawValue < right.rawValue }

        /// The number of digits. The day of the year has three.
        var width: Int { [4, 2, 2, 2, 2, 2, 3][rawValue] }
        /// The number of units in one unit of the next larger field, such as 60 for minutes. It is 1 for years, which have no
        /// larger field, and for days, since months differ in length.
        var count: Int { [1, 12, 1, 24, 60, 60, 1000][rawValue] }
    }

    let first: Field
    let last: Field
    var hasMonths = true

    var width: Int { fields.reduce(0) { $0 + width(of: $1) } }

    private var fields: [Field] { Field.allCases.filter { $0 >= first && $0 <= last && (hasMonths || $0 != .month) } }

    private func width(of field: Field) -> Int { field == .day && !hasMonths ? 3 : field.width }

    private func scale(of field: Field) -> Int { (0..<width(of: field)).reduce(1) { scale, _ in scale * 10 } }

    package static let days = CalendarForm(first: .year, last: .day)

    /// All formats, most likely first.
    static let all: [CalendarForm] = [
        days, .init(first: .year, last: .second), .init(first: .year, last: .minute), .init(first: .year, last: .hour),
        .init(first: .year, last: .millisecond), .init(first: .year, last: .month), .init(first: .hour, last: .second),
        .init(first: .hour, last: .minute), .init(first: .hour, last: .millisecond),
        // The day of the year, as in satellite data: 2026031.
        .init(first: .year, last: .day, hasMonths: false), .init(first: .year, last: .minute, hasMonths: false),
        .init(first: .year, last: .second, hasMonths: false),
    ]

    /// A Boolean value that indicates whether the format is so specific that any valid number is assumed to be a date.
    var isUnmistakable: Bool { first == .year && last >= (hasMonths ? .day : .minute) }

    var coarser: CalendarForm? {
        guard hasMonths else { return nil }
        return Field(rawValue: last.rawValue - 1).flatMap { $0 >= first ? CalendarForm(first: first, last: $0) : nil }
    }

    /// Returns the date in units of the smallest field, or `nil` if the number is not a date in this format.
    package func ordinal(of number: Int) -> Int? {
        var rest = number
        // If the format has no month, the day of the year is treated as a day in January.
        var values = [0, 1, 1, 0, 0, 0, 0]
        for field in fields.reversed() {
            (rest, values[field.rawValue]) = rest.quotientAndRemainder(dividingBy: scale(of: field))
        }
        guard number >= 0, rest == 0 else { return nil }
        var ordinal = 0
        if first == .year {
            let (year, month, day) = (values[0], values[1], values[2])
            guard 1900..<2100 ~= year, 1...12 ~= month else { return nil }
            let days = hasMonths ? CalendarDay.count(ofMonth: month, in: year) : CalendarDay.count(ofYear: year)
            guard 1...days ~= day else { return nil }
            if last == .month { return year * 12 + month - 1 }
            ordinal = CalendarDay.number(year: year, month: month, day: day)
        }
        for field in fields where field >= .hour {
            guard values[field.rawValue] < field.count else { return nil }
            ordinal = ordinal * field.count + values[field.rawValue]
        }
        return ordinal
    }

    package func number(of ordinal: Int) -> Int {
        if last == .month { return ordinal / 12 * 100 + ordinal % 12 + 1 }
        var (rest, number, scale) = (ordinal, 0, 1)
        for field in fields.reversed() where field >= .hour {
            number += rest % field.count * scale
            rest /= field.count
            scale *= self.scale(of: field)
        }
        guard first == .year else { return number }
        let (year, month, day) = CalendarDay.date(of: rest)
        let dayOfYear = rest - CalendarDay.number(year: year, month: 1, day: 1) + 1
        return number + (hasMonths ? year * 10_000 + month * 100 + day : year * 1000 + dayOfYear) * scale
    }

    /// Returns a number formatted as a date or time: `2026-01-31`, `10:12`.
    package func text(of number: Int) -> String {
        var rest = Substring(number.digits(width))
        var text = ""
        for field in fields {
            if !text.isEmpty { text += field <= .day ? "-" : field == .hour ? " " : field == .millisecond ? "." : ":" }
            text += rest.prefix(width(of: field))
            rest = rest.dropFirst(width(of: field))
        }
        return text
    }
}

/// The days of the Gregorian calendar, counted from March 1 of the year 0.
package enum CalendarDay {
    static func count(ofMonth month: Int, in year: Int) -> Int {
        month == 2 ? count(ofYear: year) - 337 : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    static func count(ofYear year: Int) -> Int { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }

    /// Returns the day number of a date. Years begin in March, so that the leap day is the last day of the year.
    package static func number(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear
    }

    static func date(of number: Int) -> (year: Int, month: Int, day: Int) {
        let era = number / 146_097
        let dayOfEra = number % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }

    /// Returns `true` for a Saturday or Sunday. Day 0 is a Wednesday.
    static func isWeekend(_ number: Int) -> Bool { [3, 4].contains(number % 7) }
}
