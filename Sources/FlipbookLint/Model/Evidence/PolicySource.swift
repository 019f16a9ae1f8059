import FlipbookCore

/// Where someone can say what is done about gaps and about frames of another size: so advice names what they can write.
package enum PolicySource: Hashable, Sendable {
    /// Options, such as `--missing hold`.
    case commandLine
    /// The keys of a manifest, such as `missing: hold`.
    case manifest
    /// The keys of a manifest, but for what is done about gaps, which an option says.
    case manifestWithGapOptions
}

extension SequenceEvidence {
    /// What places frames of another size or scale: `--mismatch fit`.
    package var fitWords: String { policySource == .commandLine ? "--mismatch fit" : "mismatch: fit in the manifest" }

    /// What accepts gaps: `--missing hold, nearest, black or skip`.
    package var acceptingWords: String {
        let words = MissingFramePolicy.acceptingWords
        return policySource == .manifest ? "missing: \(words) in the manifest" : "--missing \(words)"
    }

    /// What has accepted gaps: `--missing hold`.
    package var gapWords: String {
        let word = gaps.missing.rawValue
        return policySource == .manifest ? "the manifest's missing: \(word)" : "--missing \(word)"
    }

    /// What allows longer gaps: `--max-gap`.
    package var longerGapWords: String { policySource == .manifest ? "maxGap in the manifest" : "--max-gap" }
}
