import FlipbookCore

/// The parts of a manifest's pictures that do not stretch, by whichever keys it says them.
struct ManifestCaps: Hashable {
    /// What the left and the right cap take together, in points.
    let width: Double
    /// What the upper and the lower cap take together, in points.
    let height: Double
    /// The key that says it, or the first of two.
    let key: ManifestKey
    /// What a finding says that have, or has, something: `capInsets have`, `leftCapWidth has`.
    let words: String

    /// What the keys mean: `insets`, `caps`.
    var noun: String { key == .capInsets ? "insets" : "caps" }
}

extension ManifestEvidence {
    /// The caps, by cap insets or by UIKit's former keys; `nil` where the manifest gives none.
    ///
    /// Of the former keys, each gives one cap, and one point behind it stretches.
    var caps: ManifestCaps? {
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
