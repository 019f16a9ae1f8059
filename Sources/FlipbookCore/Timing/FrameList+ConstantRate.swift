extension FrameList {
    /// A Boolean value that indicates a frame that says how long it is shown.
    public var hasDurations: Bool { frames.contains { $0.duration != nil } }

    /// The same sequence at a constant rate: each frame repeated for as many slots as it lasts.
    ///
    /// A frame without a duration lasts one slot. A list without durations stays as it is. Where a frame
    /// cannot begin at its exact time, or the cycle cannot end at its, a hint says by how much.
    /// - Throws: ``ConstantRateError`` where a frame would never be shown.
    public func converted(to rate: FrameRate) throws(ConstantRateError) -> FrameList {
        guard hasDurations else { return self }
        guard let slots = FrameSlots(frames.map { $0.duration ?? rate.frameDuration }) else {
            throw ConstantRateError(name: name, rate: rate, reason: .noCommonFraction)
        }
        guard let conversion = ConstantRateConversion(slots, rate: rate) else {
            throw ConstantRateError(name: name, rate: rate, reason: .tooManyFrames)
        }
        guard conversion.unshown.isEmpty else {
            let files = conversion.unshown.compactMap { frames[$0].path }
            throw ConstantRateError(name: name, rate: rate, reason: .unshown(files, shortest: slots.shortest))
        }
        return replacing(
            conversion.frameOfSlot.map { frames[$0].withoutDuration },
            expected: expected,
            missing: missing,
            hints: conversion.hints(name: name, rate: rate)
        )
    }
}

extension ConstantRateConversion {
    /// What is shown at another time than it should be, a sentence.
    fileprivate func hints(name: String, rate: FrameRate) -> [String] {
        var facts: [String] = []
        if largestDelay > .zero { facts.append("some frames begin up to \(largestDelay.milliseconds) ms late") }
        if lengthening != .zero {
            let word = lengthening > .zero ? "longer" : "shorter"
            facts.append("a cycle is \(lengthening.milliseconds) ms \(word) than the durations say")
        }
        return facts.isEmpty ? [] : ["\(name): at \(rate) frames/s " + facts.joined(separator: ", and ")]
    }
}

extension RationalTime {
    /// Its magnitude in milliseconds with three decimals at most, for people.
    fileprivate var milliseconds: String {
        ((seconds.magnitude * 1e6).rounded() / 1000).shortest
    }
}

/// The error of frames of different lengths that cannot be shown at a constant rate.
public struct ConstantRateError: ExplainedError, Hashable {
    /// The obstacle.
    public enum Reason: Hashable, Sendable {
        /// These frames are over before a slot begins in which they could be shown.
        case unshown([FilePath], shortest: RationalTime)
        /// There would be more frames than ``FrameSet/maximumCount``, or the fractions are beyond 64 bits.
        case tooManyFrames
        /// The durations have no common fraction of 64 bits.
        case noCommonFraction
    }

    /// The name of the sequence in messages.
    public let name: String
    /// The rate that was asked for.
    public let rate: FrameRate
    /// The obstacle.
    public let reason: Reason

    /// An error from its parts.
    package init(name: String, rate: FrameRate, reason: Reason) {
        (self.name, self.rate, self.reason) = (name, rate, reason)
    }
}

extension ConstantRateError {
    /// `rate.constant`.
    public var code: ErrorCode { "rate.constant" }

    /// The sequence, the frames, and the remedy, in one line.
    public var explanation: Explanation {
        switch reason {
        case .unshown(let files, let shortest):
            let first = files.first.map { $0.lastComponent.escapingControlCharacters } ?? "a frame"
            let all = files.count > 1 ? "\(first) and \(files.count - 1) more are" : "\(first) is"
            let enough = (1 / shortest.seconds).rounded(.up)
            return "\(name): \(all) shown too shortly for \(rate) frames/s and would be lost. "
                + (enough <= 1000
                    ? "Give \(remedy: .set(.frameRate, to: "\(Int(enough))")), or leave \(remedy: .omit(.frameRate)) out and keep the exact times."
                    : "Leave \(remedy: .omit(.frameRate)) out and keep the exact times.")
        case .noCommonFraction:
            return Explanation(FrameSlots.noCommonFraction(name: name))
        case .tooManyFrames:
            return "\(name): \(rate) frames/s would make more than \(FrameSet.maximumCount) frames of its durations. "
                + "Give a lower \(remedy: .set(.frameRate)), or leave it out and keep the exact times."
        }
    }
}
