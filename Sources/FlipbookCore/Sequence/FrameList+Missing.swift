extension FrameList {
    /// The list with something in the place of each missing frame, or without them, as the policy says.
    ///
    /// A held frame shows the drawing before it. Missing numbers at the start have none before
    /// them and show the first drawing there is; a hint says so. What was done
    /// is in ``substituted``, and a hint says it in words. A frame that is held, and so stands in the list
    /// several times, stays as long as it is; what stands in for a missing one is shown once.
    /// - Parameter maximumGap: the most missing numbers in a row that are accepted under any policy; `nil` for any.
    /// - Throws: ``MissingFramesError`` with all missing numbers under the policy `error`, where a gap is longer
    ///   than allowed, where no frame is left to show or to hold, and where more frames would be
    ///   put in than a range may name.
    /// - Complexity: O(n) in the expected numbers.
    public func substituting(
        _ policy: MissingFramePolicy,
        maximumGap: Int? = nil
    ) throws(MissingFramesError) -> FrameList {
        guard !missing.isEmpty, let expected else { return self }
        func refuse(_ reason: MissingFramesError.Reason) -> MissingFramesError {
            MissingFramesError(
                name: name,
                missing: missing,
                expectedCount: expected.count,
                chosenFrom: chosenFrom,
                reason: reason
            )
        }
        if policy == .error { throw refuse(frames.isEmpty && chosenFrom != nil ? .nothingThere : .refused) }
        guard let firstThere = frames.first else { throw refuse(.nothingThere) }
        if let maximumGap, missing.count > maximumGap {
            guard expected.count <= FrameSet.maximumCount else { throw refuse(.tooMany) }
            let gaps = missing.rows(longerThan: maximumGap, in: expected)
            if !gaps.isEmpty { throw refuse(.gapTooLong(gaps, limit: maximumGap)) }
        }
        if policy == .skip {
            let hint = "\(name): left out missing \(missing.asFrames)"
            let numbers = FrameSet(frames.lazy.compactMap(\.number))
            return replacing(frames, expected: numbers, missing: FrameSet(), hints: [hint])
        }
        guard expected.count <= FrameSet.maximumCount else { throw refuse(.tooMany) }

        var byNumber: [Int: Frame] = [:]
        var counts: [Int: Int] = [:]
        for frame in frames {
            if let number = frame.number, byNumber.updateValue(frame, forKey: number) != nil {
                counts[number, default: 1] += 1
            }
        }
        let nextThere = policy == .nearest ? followers(byNumber, in: expected) : [:]
        var filled: [Frame] = []
        filled.reserveCapacity(expected.count)
        var previous: Frame?
        for number in expected {
            if let frame = byNumber[number] {
                filled += repeatElement(frame, count: counts[number] ?? 1)
                previous = frame
                continue
            }
            let held = previous ?? firstThere
            switch policy {
            case .black: filled.append(.black(number))
            case .nearest: filled.append(.nearest(previous, nextThere[number], firstThere, to: number))
            case .error, .hold, .skip: filled.append(.holding(held, at: number))
            }
        }
        return replacing(
            filled,
            expected: expected,
            missing: FrameSet(),
            hints: substitutionHints(policy, from: firstThere, in: expected)
        )
    }

    /// The same where some of the frames cannot be shown, such as damaged pictures of a file: they are missing, too. What
    /// stands in for one is shown as long as it would be.
    /// - Parameter damaged: The paths of such frames, which have numbers.
    package func substituting(
        _ policy: MissingFramePolicy,
        maximumGap: Int?,
        damaged: Set<FilePath>
    ) throws(MissingFramesError) -> FrameList {
        func isDamaged(_ frame: Frame) -> Bool { frame.path.map(damaged.contains) ?? false }
        var durations: [Int: RationalTime] = [:]
        for frame in frames where isDamaged(frame) {
            if let number = frame.number { durations[number] = frame.duration }
        }
        let rest = frames.filter { !isDamaged($0) }
        let there = Set(rest.lazy.compactMap(\.number))
        let numbers = expected ?? FrameSet(frames.lazy.compactMap(\.number))
        let list = replacing(rest, expected: numbers, missing: FrameSet(numbers.lazy.filter { !there.contains($0) }))
        let filled = try list.substituting(policy, maximumGap: maximumGap)
        return filled.replacing(
            filled.frames.map { frame in
                guard frame.substitution != nil, let duration = frame.number.flatMap({ durations[$0] }) else {
                    return frame
                }
                return Frame(
                    frame.image,
                    number: frame.number,
                    substitution: frame.substitution,
                    duration: duration
                )
            },
            expected: filled.expected,
            missing: filled.missing
        )
    }

    /// For each missing number the frame that is shown next; none at the end.
    private func followers(_ byNumber: [Int: Frame], in expected: FrameSet) -> [Int: Frame] {
        var followers: [Int: Frame] = [:]
        var waiting: [Int] = []
        for number in expected {
            guard let frame = byNumber[number] else {
                waiting.append(number)
                continue
            }
            for number in waiting { followers[number] = frame }
            waiting.removeAll(keepingCapacity: true)
        }
        return followers
    }

    private func substitutionHints(_ policy: MissingFramePolicy, from first: Frame, in expected: FrameSet) -> [String] {
        if policy == .black { return ["\(name): put black in for missing \(missing.asFrames)"] }
        if policy == .nearest { return ["\(name): showed the nearest frame for missing \(missing.asFrames)"] }
        // The numbers before the first drawing are not many ranges, but may be many numbers.
        let leading = FrameSet(expected.lazy.prefix { $0 != first.number })
        let rest = leading.isEmpty ? missing : FrameSet(missing.lazy.dropFirst(leading.count))
        var hints: [String] = []
        if let number = first.number, !leading.isEmpty {
            hints.append("\(name): no frame precedes missing \(leading.asFrames), so frame \(number) is shown there")
        }
        if !rest.isEmpty { hints.append("\(name): held the previous frame for missing \(rest.asFrames)") }
        return hints
    }
}

extension Frame {
    /// A black frame in the place of `number`.
    fileprivate static func black(_ number: Int) -> Frame {
        Frame(number: number, source: .black, substitution: .black)
    }

    /// The picture of `frame` in the place of `number`.
    fileprivate static func holding(_ frame: Frame, at number: Int) -> Frame {
        Frame(frame.image, number: number, substitution: .held(from: frame.number ?? number))
    }
}

extension Frame {
    /// The picture of whichever frame is nearer to `number` by its own number, the one before where both are as near.
    fileprivate static func nearest(_ before: Frame?, _ after: Frame?, _ any: Frame, to number: Int) -> Frame {
        func distance(_ frame: Frame) -> UInt { number.magnitudeOfDistance(to: frame.number ?? number) }
        let frame: Frame =
            switch (before, after) {
            case (let before?, let after?): distance(after) < distance(before) ? after : before
            default: before ?? after ?? any
            }
        return Frame(frame.image, number: number, substitution: .nearest(from: frame.number ?? number))
    }
}

extension Int {
    /// How far away `other` is, right for any two numbers.
    fileprivate func magnitudeOfDistance(to other: Int) -> UInt {
        self > other ? UInt(bitPattern: self &- other) : UInt(bitPattern: other &- self)
    }
}

extension FrameSet {
    /// The numbers with their noun: `frame 7`, `frames 3,7-9`.
    ///
    /// The first ten ranges; of a longer list how many numbers follow them.
    var asFrames: String {
        let noun = count == 1 ? "frame " : "frames "
        guard ranges.count > Self.namedRanges else { return noun + description }
        let named = ranges.prefix(Self.namedRanges)
        let rest = count - named.reduce(0) { $0 + $1.count }
        return "\(noun)\(named.map(\.description).joined(separator: ",")) and \(rest) more"
    }

    private static var namedRanges: Int { 10 }
}
