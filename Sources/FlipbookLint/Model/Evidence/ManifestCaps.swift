package import FlipbookCore
import FlipbookScene

/// The parts of a manifest's pictures that do not stretch, by whichever keys it says them.
package struct ManifestCaps: Hashable {
    /// What the left and the right cap take together, in points; of UIKit's former keys, the left one alone.
    package let width: Double
    /// What the upper and the lower cap take together, in points; of UIKit's former keys, the upper one alone.
    package let height: Double
    /// The key that says it, or the first of two.
    package let key: ManifestKey
    /// What a finding says that have, or has, something: `capInsets have`, `leftCapWidth has`.
    package let words: String

    /// What does not stretch of a picture, in points, both caps of an axis together.
    ///
    /// Of the former keys, a cap of 0 leaves its axis to stretch as a whole; of any other, one point behind the cap
    /// stretches, and the far cap is what is left: `size - cap - 1`.
    package func rigid(of picture: Size) -> (width: Double, height: Double) {
        guard key != .capInsets else { return (width, height) }
        func rigid(_ cap: Double, _ side: Double) -> Double { cap > 0 ? max(cap, side - 1) : 0 }
        return (rigid(width, picture.width), rigid(height, picture.height))
    }

    /// What the keys mean: `insets`, `caps`.
    package var noun: String { key == .capInsets ? "insets" : "caps" }
}

extension ManifestEvidence {
    /// The caps, by cap insets or by UIKit's former keys, or `nil` if the manifest gives none.
    package var caps: ManifestCaps? {
        let (left, top) = (manifest.leftCapWidth, manifest.topCapHeight)
        guard let key: ManifestKey = left != nil ? .leftCapWidth : top != nil ? .topCapHeight : nil else {
            return manifest.capInsets.map { insets in
                ManifestCaps(
                    width: insets.left + insets.right,
                    height: insets.top + insets.bottom,
                    key: .capInsets,
                    words: "\(ManifestKey.capInsets.rawValue) have"
                )
            }
        }
        let isBoth = left != nil && top != nil
        return ManifestCaps(
            width: Double(left ?? 0),
            height: Double(top ?? 0),
            key: key,
            words: isBoth
                ? "\(ManifestKey.leftCapWidth.rawValue) and \(ManifestKey.topCapHeight.rawValue) have"
                : "\(key.rawValue) has"
        )
    }
}
