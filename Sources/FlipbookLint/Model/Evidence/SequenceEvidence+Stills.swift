import FlipbookCore

extension SequenceEvidence {
    /// Whether the numbers are names rather than times: few, without a step, and hardly two of them neighbours.
    ///
    /// Coins of 1, 2, 5, 10, 20 and 50, or test pictures of 1, 2, 4, 8 and 16 bits. Frames that a renderer lost leave
    /// neighbours behind; and an author that pads numbers to three digits or more, names a range, or says what is to be done
    /// about gaps, means frames.
    package var hasSparseNumbers: Bool {
        let most = 10
        guard kind == .animation, demanded == nil, gaps.missing == .error, numbering?.kind ?? .counted == .counted,
            let pattern,
            pattern.frames == nil,
            frameCount <= most, missing.count >= frameCount
        else { return false }
        let numbers = Set(frames.lazy.compactMap(\.number)).sorted()
        guard let first = numbers.first, numbers.count > 1, !isPadded(first, by: pattern.padding.width) else {
            return false
        }
        let neighbours = zip(numbers, numbers.dropFirst()).count { $1 &- $0 == 1 }
        // What leaves its step has one.
        return neighbours * 3 <= numbers.count - 1 && irregularity == nil
    }

    /// Whether its gaps and sizes may well be meant: fewer than four pictures, more numbers missing than there,
    /// numbers that may be times, numbered stills, or short numbers and little else that makes an animation of them. What a manifest or a range
    /// names is meant to be there, however few it is.
    package var isTentative: Bool {
        areFew
            || areOnlyNumbered
                && (missing.count > frameCount || areNumberedStills || numbering?.mayBeTimes ?? false
                    || hasShortNumbers && (hasDoubtfulGaps || hasDoubtfulSizes))
    }

    /// Whether sizes may say that a sequence with gaps is no animation. More frames than this are one in any case.
    package var hasDoubtfulNumbers: Bool { areOnlyNumbered && !missing.isEmpty && frameCount <= 512 }

    /// Whether these are fewer than four pictures of which nothing but the numbers says that they are frames.
    package var areFew: Bool { areOnlyNumbered && frameCount < 4 }

    /// Whether nothing but the numbers in their names says that these are frames.
    private var areOnlyNumbered: Bool {
        kind == .animation && manifest == nil && demanded == nil && !hasNamedRange
            && pattern.map { $0.frames == nil } ?? false
    }

    /// Whether these are pictures that share a name and a numbering, rather than an animation: of many sizes, or with
    /// numbers far apart.
    package var areNumberedStills: Bool { hasUnrelatedSizes || hasSparseNumbers || areSizes }

    /// Whether the numbers are powers of two: 16, 32, 64.
    package var areSizes: Bool { numbering?.kind == .doubling }

    /// Whether the smallest number has zeros in front of it that make it at least three digits long.
    private func isPadded(_ number: Int, by width: Int) -> Bool {
        width >= 3 && String(number.magnitude).utf8.count < width
    }
}
