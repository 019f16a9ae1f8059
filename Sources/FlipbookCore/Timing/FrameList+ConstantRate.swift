extension FrameList {
    /// A Boolean value that indicates whether any frame has its own duration.
    public var hasDurations: Bool { frames.contains { $0.duration != nil } }

    package func showing(eachFor duration: RationalTime) -> FrameList {
        changing(self) { list in for index in list.frames.indices { list.frames[index].duration = duration } }
    }

    /// Returns the sequence at a constant rate, with each frame repeated in every slot of its duration. A frame without a
    /// duration lasts one slot. Hints report frames that begin late, and any change in the length of the cycle.
    /// - Throws: ``ConstantRateError`` if a frame would never be shown.
    public func converted(to rate: FrameRate) throws(ConstantRateError) -> FrameList {
        guard hasDurations else { return self }
        func refuse(_ reason: ConstantRateError.Reason) -> ConstantRateError {
            ConstantRateError(name: name, rate: rate, reason: reason, thinning: thinning(to: rate))
        }
        guard let slots = FrameSlots(frames.map { $0.duration ?? rate.frameDuration })
        else { throw refuse(.noCommonFraction) }
        // In units of 1/(ticks · rate numerator) s, slots and ticks are whole numbers.
        let perSlot = Int128(rate.denominator) * Int128(slots.ticksPerSecond)
        let perSecond = Int128(rate.numerator) * Int128(slots.ticksPerSecond)
        let beginnings = slots.beginnings.map { Int128($0) * Int128(rate.numerator) }
        let end = beginnings[slots.count]
        // The cycle is rounded to whole slots. Like every other frame, the last one is shown if it lasts a slot.
        let (last, slotEnd) = (beginnings[slots.count - 1], perSlot - 1)
        let count = max(last + slotEnd < end ? (last + slotEnd) / perSlot + 1 : 1, (2 * end + perSlot) / (2 * perSlot))
        guard count <= Int128(FrameSet.maximumCount) else { throw refuse(.tooManyFrames) }
        var (frame, delay) = (0, Int128(0))
        let shown = (0..<Int(count)).map { slot in
            // As in a player, a slot shows the last frame that has begun.
            let (time, former) = (Int128(slot) * perSlot, frame)
            while frame + 1 < slots.count, beginnings[frame + 1] <= time { frame += 1 }
            if frame != former { delay = max(delay, time - beginnings[frame]) }
            return frame
        }
        let there = Set(shown)
        let unshown = frames.indices.filter { !there.contains($0) }
        guard unshown.isEmpty
        else { throw refuse(.unshown(unshown.compactMap { frames[$0].path }, shortest: slots.shortest)) }
        func milliseconds(_ units: Int128) -> String {
            ((Double(units.magnitude) / Double(perSecond) * 1e6).rounded() / 1000).shortest
        }
        let lengthening = count * perSlot - end
        var facts: [String] = []
        if delay > 0 { facts.append("some frames begin up to \(milliseconds(delay)) ms late") }
        if lengthening != 0 {
            let word = lengthening > 0 ? "longer" : "shorter"
            facts.append("a cycle is \(milliseconds(lengthening)) ms \(word) than the sum of its durations")
        }
        let hints = facts.isEmpty ? [] : ["\(name): at \(rate) frames/s " + facts.joined(separator: ", and ")]
        return replacing(shown.map { frames[$0].withoutDuration }, expected: expected, missing: missing, hints: hints)
    }

    /// Returns the remedy that selects fewer pictures of a file at the same speed, or `nil` if their durations differ.
    private func thinning(to rate: FrameRate) -> Explanation? {
        let numbers = frames.compactMap(\.path?.picture)
        guard let first = numbers.first, let duration = frames[0].duration,
            numbers.elementsEqual(first..<first + frames.count), frames.allSatisfy({ $0.duration == duration })
        else { return nil }
        let slots = (rate.frameDuration.seconds / duration.seconds).rounded()
        let step = min(max(Int(min(slots, 1e9)), 2), frames.count)
        let length = duration.seconds * Double((frames.count + step - 1) / step * step)
        let selection = Remedy.set(.frames, to: "\(first)-\(first + frames.count - 1)x\(step)")
        return "To show fewer frames, use \(remedy: selection) and "
            + "\(remedy: .set(.duration, to: length.shortest)), or omit"
    }
}

/// The error for frames of different durations that cannot be shown at a constant rate.
public struct ConstantRateError: ExplainedError, Hashable {
    /// The reason why a constant rate is impossible.
    public enum Reason: Hashable, Sendable {
        /// These frames end before the next slot begins. `shortest` is the shortest of their durations, in seconds.
        case unshown([FilePath], shortest: RationalTime)
        /// There would be more frames than ``FrameSet/maximumCount``, or a fraction needs more than 64 bits.
        case tooManyFrames
        /// The durations have no common denominator that fits in 64 bits.
        case noCommonFraction
    }

    /// The name of the sequence in messages.
    public let name: String
    /// The requested rate.
    public let rate: FrameRate
    /// The reason why the rate is impossible.
    public let reason: Reason

    private let thinning: Explanation?

    package init(name: String, rate: FrameRate, reason: Reason, thinning: Explanation? = nil) {
        (self.name, self.rate, self.reason, self.thinning) = (name, rate, reason, thinning)
    }

    /// `rate.constant`.
    public var code: ErrorCode { "rate.constant" }

    /// The sequence, the frames, and the remedy, in one line.
    public var explanation: Explanation {
        switch reason {
        case .unshown(let files, let shortest):
            let first = files.first?.name.description ?? "a frame"
            let all = files.count > 1 ? "\(files.count) frames, such as \(first), are" : "\(first) is"
            let enough = (1 / shortest.seconds).rounded(.up)
            let raising: Explanation = "Use \(remedy: .set(.frameRate, to: "\(enough.shortest)")), or omit"
            return "\(name): \(all) shown too briefly for \(rate) frames/s and would be lost. "
                + (thinning ?? (enough <= 1000 ? raising : "Omit"))
                + " \(remedy: .omit(.frameRate)) to keep the exact times."
        case .noCommonFraction: return Explanation(FrameSlots.noCommonFraction(name: name))
        case .tooManyFrames:
            return "\(name): \(rate) frames/s would need more than \(FrameSet.maximumCount) frames for its durations. "
                + "Use a lower \(remedy: .set(.frameRate)), or omit it to keep the exact times."
        }
    }
}
