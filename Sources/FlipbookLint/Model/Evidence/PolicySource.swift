package import FlipbookCore

/// Where gaps and frames of another size can be accepted: so advice names what its reader can write.
package enum PolicySource: Hashable, Sendable {
    /// Settings of the run, as options of a command are.
    case settings
    /// The keys of a manifest, such as `missing: hold`.
    case manifest
    /// The keys of a manifest, but for what is done about gaps, which a setting says.
    case manifestWithGapSettings
}

extension SequenceEvidence {
    /// What places frames of another size or scale.
    package var placing: Explanation {
        policySource == .settings ? "\(remedy: .accept(.mismatch))" : "mismatch: fit in the manifest"
    }

    /// What accepts gaps.
    package var acceptingGaps: Explanation {
        policySource == .manifest
            ? "missing: \(MissingFramePolicy.acceptingWords) in the manifest" : "\(remedy: .accept(.missing))"
    }

    /// What has accepted gaps: `the policy hold`.
    package var gapPolicy: String {
        (policySource == .manifest ? "the manifest's missing: " : "the policy ") + gaps.missing.rawValue
    }

    /// What allows longer gaps.
    package var allowingLongerGaps: Explanation {
        policySource == .manifest ? "maxGap in the manifest" : "\(setting: .maximumGap)"
    }
}
