import FlipbookCore

/// What is asked of numbers of one or two digits before they count as those of an animation.
///
/// Renderers pad to three digits and more; `block1`, `back3` and `grunt-4` are as often tiles, backgrounds and portraits.
/// The thresholds are those with which the sprites of 80 games raise fewer than ten false errors.
extension SequenceEvidence {
    /// Whether most numbers have one digit or two, and no dot in front of them.
    package var hasShortNumbers: Bool { pattern?.hasShortNumbers ?? false }

    /// Whether the number follows a letter: `block1`, and not `walk.1` or `walk-1`.
    private var hasAttachedNumbers: Bool {
        guard let last = pattern?.prefix.unicodeScalars.last else { return false }
        return last.properties.isAlphabetic
    }

    /// Whether attached numbers are fewer than eight, or six with a step, or a third of them is missing.
    var hasDoubtfulGaps: Bool {
        guard hasAttachedNumbers, !missing.isEmpty else { return false }
        return frameCount < ((numbering?.step ?? 1) == 1 ? 8 : 6) || missing.count * 3 >= frameCount
    }

    /// Whether the sizes differ as those of pictures do that are no animation.
    ///
    /// The sizes of an animation's frames differ by a few pixels in less than half of them, or in a quarter at most of
    /// eight or more by a factor of two at most. Where numbers are attached, in an eighth.
    var hasDoubtfulSizes: Bool {
        guard let sizes = sizes.max(by: { $0.count < $1.count }), let usual = sizes.usual else { return false }
        let odd = sizes.groups.dropFirst()
        let count = odd.reduce(0) { $0 + $1.frames.count }
        guard count > 0 else { return false }
        func differ(atMost percent: Int) -> Bool {
            odd.allSatisfy { size, _ in
                size.width.isWithin(percent, of: usual.width) && size.height.isWithin(percent, of: usual.height)
            }
        }
        if !hasAttachedNumbers, count * 2 < sizes.count, differ(atMost: 110) { return false }
        let most = sizes.count / (hasAttachedNumbers ? 8 : 4)
        return sizes.count < 8 || count > most || odd.count > 2 || !differ(atMost: 200)
    }
}

extension FramePattern {
    /// Whether most numbers have one digit or two, and no dot in front of them, as renderers write it.
    package var hasShortNumbers: Bool { padding.width < 3 && prefix.utf8.last != UInt8(ascii: ".") }
}

extension Int {
    /// Whether the greater of two lengths is at most so many per cent of the smaller one.
    fileprivate func isWithin(_ percent: Int, of other: Int) -> Bool {
        Swift.max(self, other) * 100 <= Swift.min(self, other) * percent
    }
}
