/// The numbering of frames (counting, dates, doubling, or a counter that restarts), and the missing numbers.
package struct FrameNumbering: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Frame numbers.
        case counted
        /// Dates or times in a calendar format.
        case dated(CalendarForm)
        /// Seconds or milliseconds since 1970.
        case clocked
        /// Powers of two, such as image sizes.
        case doubling
        /// Numbers of a counter that restarts after its highest number, as in a camera: 9998, 9999, 1, 2. The associated value
        /// is the first of the numbers before the restart.
        case wrapping(from: Int)
    }

    /// A range without frames, in which no particular number is considered missing.
    package struct Hole: Hashable, Sendable {
        package let after: Int
        package let before: Int
        package let count: Int
    }

    package private(set) var kind: Kind
    /// The distance between neighbors, in frame numbers or, for dates, in units of their format. 1 if there is no common
    /// distance.
    package let step: Int
    package private(set) var missing: FrameSet
    /// The existing and missing numbers in frame order: ascending, except after a counter's restart.
    package private(set) var expected: FrameSet
    package let holes: [Hole]
    /// A Boolean value that indicates whether the numbers might be times. If they are, a jump such as 1059 to 1100 is not a
    /// gap.
    package private(set) var mayBeTimes = false

    /// Determines how frames are numbered.
    /// - Parameter prefix: The text before the numbers in the names. If it ends with a date, the numbers might be times.
    package init(of numbers: FrameSet, width: Int, prefix: String) {
        let counted = FrameNumbering(.counted, FrameGrid(of: numbers))
        // Fast path: most sequences are one range.
        guard numbers.ranges.count > 1, let first = numbers.first, let last = numbers.last, first >= 0 else {
            self = counted
            return
        }
        let dated = Self.dated(numbers, width: width, prefix: prefix, orElse: counted)
        // A render farm can lose a whole task, so a single jump from 1059 to 1100 does not prove that the numbers are times.
        if let dated, dated.step == 1, width == 4, !Self.endsWithDate(prefix), last / 100 - first / 100 == 1 {
            self = counted
            mayBeTimes = true
            return
        }
        self =
            dated
            ?? Self.clocked(numbers, first: first, last: last)
            ?? Self.doubling(numbers, last: last)
            ?? Self.wrapping(numbers, width: width, first: first, last: last)
            ?? counted
    }

    private init(_ kind: Kind, _ grid: FrameGrid) {
        self.init(kind, step: grid.step, missing: grid.missing, expected: grid.expected)
    }

    private init(_ kind: Kind, step: Int = 1, missing: FrameSet = FrameSet(), expected: FrameSet, holes: [Hole] = []) {
        (self.kind, self.step, self.missing, self.expected, self.holes) = (kind, step, missing, expected, holes)
    }

    // MARK: Dates and times

    /// Interprets the numbers as dates, in the date format that leaves the fewest numbers missing. A number such as 1012 can be
    /// a time or a frame. It is read as a time only if the numbers span several hours, and if this leaves fewer numbers
    /// missing.
    private static func dated(_ numbers: FrameSet, width: Int, prefix: String, orElse counted: Self) -> Self? {
        let followsDate = endsWithDate(prefix)
        var best: FrameNumbering?
        for form in CalendarForm.all where form.width == width {
            guard let ordinals = numbers.ordinals(by: form), let first = ordinals.first, let last = ordinals.last
            else { continue }
            let isMeant = form.isUnmistakable || followsDate && form.first == .hour
            let reading = by(form, numbers, ordinals)
            if !isMeant {
                // Within one hour or one year, times increase like plain numbers.
                let isCarried = numbers.last.flatMap { end in numbers.first.map { end - $0 } } != last - first
                guard form.last != .millisecond, isCarried, numbers.count >= 4, let reading,
                    reading.absent < counted.absent
                else { continue }
            }
            let found = reading ?? FrameNumbering(.dated(form), expected: numbers)
            if found.absent < best?.absent ?? .max { best = found }
        }
        return best
    }

    private var absent: Int { missing.count + holes.reduce(0) { $0 + $1.count } }

    /// Parses the frame numbers as dates in a format. Returns `nil` if they are not even roughly equally spaced.
    private static func by(_ form: CalendarForm, _ numbers: FrameSet, _ ordinals: [Int]) -> FrameNumbering? {
        let grid = FrameGrid(of: FrameSet(ordinals))
        var missing = grid.missing
        if form.last == .day {
            // The same day of each month.
            if let month = form.coarser, let monthly = monthly(numbers, by: month) {
                return changing(monthly) { $0.kind = .dated(form) }
            }
            // Weekdays only.
            let isOnWeekdays = !ordinals.contains { CalendarDay.isWeekend($0) }
            if isOnWeekdays, grid.step == 1, missing.count(where: { CalendarDay.isWeekend($0) }) >= 4 {
                missing = FrameSet(missing.lazy.filter { !CalendarDay.isWeekend($0) })
            }
        }
        let steps = zip(ordinals.dropFirst(), ordinals).count { $0 - $1 == grid.step }
        if missing.count <= numbers.count, steps * 2 >= numbers.count - 1 {
            let absent = FrameSet(missing.lazy.map { form.number(of: $0) })
            let expected = absent.isEmpty ? numbers : FrameSet((Array(numbers) + Array(absent)).sorted())
            return FrameNumbering(.dated(form), step: grid.step, missing: absent, expected: expected)
        }
        return holes(numbers, ordinals).map { FrameNumbering(.dated(form), expected: numbers, holes: $0) }
    }

    private static func monthly(_ numbers: FrameSet, by form: CalendarForm) -> FrameNumbering? {
        guard let day = numbers.first.map({ $0 % 100 }), day <= 28, numbers.count > 2,
            numbers.allSatisfy({ $0 % 100 == day })
        else { return nil }
        let months = FrameSet(numbers.lazy.map { $0 / 100 })
        guard let ordinals = months.ordinals(by: form), let found = by(form, months, ordinals) else { return nil }
        func days(_ months: FrameSet) -> FrameSet { FrameSet(months.lazy.map { $0 * 100 + day }) }
        return changing(found) { ($0.missing, $0.expected) = (days($0.missing), days($0.expected)) }
    }

    private static func holes(_ numbers: FrameSet, _ ordinals: [Int]) -> [Hole]? {
        let distances = zip(ordinals.dropFirst(), ordinals).map { $0 - $1 }
        let usual = distances.sorted()[distances.count / 2]
        guard distances.count >= 3, usual >= 2,
            distances.count(where: { $0 * 2 >= usual && $0 * 2 <= usual * 3 }) * 5 >= distances.count * 4
        else { return nil }
        return zip(distances, zip(numbers, numbers.dropFirst())).compactMap { distance, pair in
            guard distance > usual / 4 * 7 + usual % 4 * 7 / 4 else { return nil }
            return Hole(after: pair.0, before: pair.1, count: max(1, (distance + usual / 2) / usual - 1))
        }
    }

    /// Reads the numbers as seconds or milliseconds since 1970, for dates from 2001 to 2030.
    private static func clocked(_ numbers: FrameSet, first: Int, last: Int) -> FrameNumbering? {
        let seconds = 1_000_000_000..<1_900_000_000
        let isClock = seconds.contains(first) && seconds.contains(last)
        guard isClock || seconds.contains(first / 1000) && seconds.contains(last / 1000) else { return nil }
        let grid = FrameGrid(of: numbers)
        if grid.missing.count <= numbers.count { return FrameNumbering(.clocked, grid) }
        return FrameNumbering(.clocked, expected: numbers, holes: holes(numbers, Array(numbers)) ?? [])
    }

    private static func endsWithDate(_ text: String) -> Bool {
        // Eight digits and at most three other characters.
        let digits = text.utf8.suffix(11).filter(\.isDigit).suffix(8)
        guard digits.count == 8, let number = FileNumber.value(of: digits) else { return false }
        return CalendarForm.days.ordinal(of: number) != nil
    }

    // MARK: Sizes and counters

    /// Reads the numbers as powers of two, such as 16, 32, 64. There must be at least three, and the last must be at least 16.
    private static func doubling(_ numbers: FrameSet, last: Int) -> FrameNumbering? {
        guard last >= 16, numbers.count >= 3, numbers.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 }) else { return nil }
        let all = sequence(first: numbers.first ?? 1) { $0 < last ? $0 * 2 : nil }
        let isThere = Set(numbers)
        let absent = all.filter { !isThere.contains($0) }
        // A set of sizes may skip some sizes. If the set is nearly complete, the skipped sizes are considered missing.
        let holes = absent.count * 4 > numbers.count ? [] : absent
        return Self(.doubling, expected: numbers, holes: holes.map { Hole(after: $0 / 2, before: $0 * 2, count: 1) })
    }

    /// Reads the numbers as a counter that restarted. A hole of more than half of the counter's range must separate the high
    /// numbers from the low ones, and only a few numbers may be missing at either end of the range. Two-digit numbers need more
    /// evidence: 1, 2, 3, 98 are not a counter.
    private static func wrapping(_ numbers: FrameSet, width: Int, first: Int, last: Int) -> FrameNumbering? {
        guard 2...9 ~= width else { return nil }
        let all = (0..<width).reduce(1) { count, _ in count * 10 }
        let most = width == 2 ? 3 : min(max(all / 100, 10), 100)
        guard first <= most, last < all, all - last <= most,
            let hole = zip(numbers.ranges, numbers.ranges.dropFirst()).max(by: {
                $0.1.first - $0.0.last < $1.1.first - $1.0.last
            }),
            hole.1.first - hole.0.last > (width == 2 ? all / 4 * 3 : all / 2)
        else { return nil }
        let restart = hole.1.first
        let late = numbers.count { $0 >= restart }
        guard width > 2 || late > 1 && numbers.count - late > 1 else { return nil }
        let unrolled = FrameSet(numbers.map { $0 >= restart ? $0 : $0 + all }.sorted())
        let grid = FrameGrid(of: unrolled)
        // Numbers with this many gaps are not a counter.
        guard grid.missing.count <= max(numbers.count, 50_000) else { return nil }
        // Some counters skip zero.
        let missing = grid.missing.filter { $0 % all > 0 }
        let expected = FrameSet((Array(unrolled) + missing).sorted().lazy.map { $0 % all })
        let absent = FrameSet(missing.lazy.map { $0 % all })
        return Self(.wrapping(from: restart), step: grid.step, missing: absent, expected: expected)
    }

    /// The numbers before and after a counter's restart, including the missing ones, or `nil` if there was no restart.
    package var rollover: (before: FrameSet, after: FrameSet)? {
        guard case .wrapping(let restart) = kind else { return nil }
        return (FrameSet(expected.lazy.filter { $0 >= restart }), FrameSet(expected.lazy.filter { $0 < restart }))
    }
}
