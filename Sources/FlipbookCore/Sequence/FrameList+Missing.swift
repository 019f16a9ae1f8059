extension FrameList {
    /// Returns the list with missing frames replaced or left out, according to a policy. Missing frames at the start show the
    /// first existing drawing. Replaced frames are in ``substituted``, and hints describe them.
    /// - Parameter maximumGap: The maximum number of consecutive missing numbers that any policy accepts. If `nil`, there is no
    ///   limit.
    /// - Throws: ``MissingFramesError`` if the policy is `error`, if a gap is too long, if no frame is left to show or hold, or
    ///   if more frames would be inserted than a range may contain.
    public func substituting(_ policy: MissingFramePolicy, maximumGap: Int? = nil) throws(MissingFramesError) -> Self {
        try substituting(GapPolicy(missing: policy, maximumGap: maximumGap), damaged: [:]).list
    }

    package struct Filled {
        package var list: FrameList
        package var notes: [String] = []
        /// Damaged frames that are left out, each with the index of the following frame in the list.
        package var leftOut: [(place: Int, frame: Frame)] = []

        package init(list: FrameList) { self.list = list }
    }

    /// Returns the list with missing and damaged frames replaced or left out. Damaged frames keep their durations.
    package func substituting(
        _ policy: GapPolicy,
        damaged: [Frame.Source: String],
        naming entry: (FilePath) -> String? = { _ in nil }
    ) throws(MissingFramesError) -> Filled {
        let holes = frames.map { damaged.isEmpty ? nil : $0.damagedSource(damaged) }
        let damagedCount = holes.count { $0 != nil }
        guard !isComplete || damagedCount > 0 else { return Filled(list: self) }
        if policy.missing == .error, let gap = joinedGaps.first { throw MissingFramesError(gap, reason: .joined) }
        let closing = GapPolicy(missing: .skip, maximumGap: policy.maximumGap)
        var joinedNotes: [String] = []
        for gap in joinedGaps { joinedNotes += try gap.substituting(closing, damaged: damaged).notes }
        guard policy.missing != .error else {
            throw MissingFramesError(self, reason: frames.isEmpty && chosenFrom != nil ? .nothingThere : .refused)
        }
        guard damagedCount < frames.count else { throw MissingFramesError(self, reason: .nothingThere) }
        // Skipped numbers need no slots; there might be a billion of them.
        let needsPlaces =
            policy.missing != .skip || (policy.maximumGap.map { missing.count + damagedCount > $0 } ?? false)
        guard !needsPlaces || missing.isEmpty || expected?.count ?? 0 <= FrameSet.maximumCount
        else { throw MissingFramesError(self, reason: .tooMany) }
        var slots = zip(frames, holes).map { Slot(frame: $0, damage: $1) }
        if needsPlaces, !missing.isEmpty, let expected {
            let byNumber = Dictionary(grouping: slots) { $0.frame.number }
            slots = expected.flatMap {
                byNumber[$0] ?? [Slot(frame: Frame(number: $0, source: .nothing), isMissing: true)]
            }
        }
        if let limit = policy.maximumGap {
            // A frame without a number is identified by its 1-based position.
            let numbers = slots.enumerated().map { $1.frame.number ?? $0 + 1 }
            let lacking = zip(slots, numbers).lazy.filter { $0.0.isHole || $0.0.isAbsent }.map(\.1)
            let gaps = FrameSet(lacking).rows(longerThan: limit, in: FrameSet(numbers))
            let absent = missing.isEmpty ? FrameSet(slots.lazy.filter(\.isAbsent).compactMap(\.frame.number)) : missing
            guard gaps.isEmpty
            else { throw MissingFramesError(self, missing: absent, reason: .gapTooLong(gaps, limit: limit)) }
        }
        return changing(filled(slots, policy.missing, damaged, entry)) {
            $0.notes += joinedNotes
            $0.list.hints += joinedNotes
            $0.list.joinedGaps = []
        }
    }

    /// A sentence about the first number that does not fit the step of the other numbers, or `nil` if there is none.
    var slip: String? {
        let numbers = frames.compactMap(\.number)
        guard chosenFrom == nil, let first = expected?.first, let last = expected?.last,
            expected?.count == last &- first &+ 1,
            let (step, places) = numbers.slips, let place = places.first
        else { return nil }
        return "the numbers increase by \(step), but \(numbers[place]) follows \(numbers[place - 1])"
    }

    private func filled(
        _ slots: [Slot],
        _ policy: MissingFramePolicy,
        _ damaged: [Frame.Source: String],
        _ entry: (FilePath) -> String?
    ) -> Filled {
        // For each index, the next index of a frame that can be shown.
        var next = [Int?](repeating: nil, count: slots.count + 1)
        for place in slots.indices.reversed() { next[place] = slots[place].isHole ? next[place + 1] : place }
        var (frames, leftOut, before): ([Frame], [(place: Int, frame: Frame)], Int?) = ([], [], nil)
        var leading: [Int] = []
        frames.reserveCapacity(slots.count)
        for (place, slot) in slots.enumerated() {
            guard slot.isHole else {
                frames.append(slot.frame)
                before = place
                continue
            }
            var frame = slot.frame
            let number = frame.number ?? place + 1
            frame.damage = slot.damage.map { Frame.Damage(source: $0, reason: damaged[$0] ?? "", number: number) }
            if policy == .skip {
                if slot.damage != nil { leftOut.append((frames.count, frame)) }
                continue
            }
            if before == nil, slot.isMissing { leading.append(number) }
            let other = policy.standIn(at: place, before: before, after: next[place]) { slots[$0].frame.number }
            frame.show(other.map { (slots[$0].frame, $0 + 1) }, by: policy)
            frames.append(frame)
        }
        let notes = notes(of: policy, from: next[0].flatMap { slots[$0].frame.number }, leading: FrameSet(leading))
        let faults = (frames + leftOut.map { $0.frame }).compactMap { $0.damageNote(naming: entry) }.distinct
        let hints = notes + listed(faults)
        let numbers = policy == .skip ? FrameSet(frames.lazy.compactMap(\.number)) : expected
        let list = replacing(frames, expected: expected == nil ? nil : numbers, missing: FrameSet(), hints: hints)
        return changing(Filled(list: list)) { ($0.notes, $0.leftOut) = (notes, leftOut) }
    }

    /// Returns the filled list with hints about missing and damaged frames that do not name their replacements.
    package func marking(_ filled: FrameList) -> FrameList {
        let gaps = ([self] + joinedGaps).filter { !$0.missing.isEmpty }.map { list in
            "\(list.name): \(list.missing.asFrames) \(list.missing.count == 1 ? "is" : "are") missing"
        }
        let damage = filled.frames.compactMap(\.damage).map { "\($0.source.name): \($0.reason)" }
        return changing(filled) { $0.hints = hints + gaps + listed(damage) }
    }

    /// Returns the first ten frame faults, and a note with the number of remaining ones.
    private func listed(_ faults: [String]) -> [String] {
        faults.prefix(10) + (faults.count > 10 ? ["\(name): and \((faults.count - 10).of("more such frame"))"] : [])
    }

    private func notes(of policy: MissingFramePolicy, from first: Int?, leading: FrameSet) -> [String] {
        if missing.isEmpty { return [] }
        switch policy {
        case .skip: return ["\(name): left out missing \(missing.asFrames)"]
        case .black: return ["\(name): showed black for missing \(missing.asFrames)"]
        case .nearest: return ["\(name): showed the nearest frame for missing \(missing.asFrames)"]
        case .error, .hold: break
        }
        let rest = leading.isEmpty ? missing : FrameSet(missing.lazy.dropFirst(leading.count))
        var notes: [String] = []
        if let first, !leading.isEmpty {
            notes.append("\(name): no frame precedes missing \(leading.asFrames), so frame \(first) is shown there")
        }
        if !rest.isEmpty { notes.append("\(name): held the previous frame for missing \(rest.asFrames)") }
        return notes
    }
}

private struct Slot {
    let frame: Frame
    var isMissing = false
    var damage: Frame.Source?

    var isHole: Bool { isMissing || damage != nil }
    /// A Boolean value that indicates whether the frame is missing, even if a picture has already replaced it.
    var isAbsent: Bool { isMissing || (frame.substitution != nil && frame.damage == nil) }
}
