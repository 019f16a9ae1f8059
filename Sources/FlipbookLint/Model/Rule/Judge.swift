package import FlipbookCore

/// The part of a rule that finds faults: a function of the evidence.
///
/// A judge reads no files and has no state.
public enum Judge: Sendable {
    /// Judges each sequence, and the stills of a folder, separately.
    case sequence(_ check: @Sendable (SequenceEvidence) -> [Verdict], merging: Merging? = nil)
    /// Judges the contents of a folder together.
    case folder(_ check: @Sendable (FolderEvidence) -> [Verdict])
    /// Judges a manifest together with its pictures.
    case manifest(_ check: @Sendable (ManifestEvidence) -> [Verdict])
    /// Judges an image set in an asset catalog together with its files.
    case imageSet(_ check: @Sendable (ImageSetEvidence) -> [Verdict], merging: Merging? = nil)

    /// A way to combine findings that recur in a folder. If `nil`, each finding is reported.
    var merging: Merging? {
        switch self {
        case .sequence(_, let merging), .imageSet(_, let merging): merging
        case .folder, .manifest: nil
        }
    }

    func examples(_ own: [RuleExample]) -> [RuleExample] {
        if !own.isEmpty { return own }
        return switch self {
        case .sequence, .folder: [["walk.1.png", "walk.2.png", "walk.3.png"]]
        case .manifest: [.manifest { _ in }]
        case .imageSet: [.imageSet([.init("icon.png", 20, 20), .init("icon@2x.png", 40, 40)])]
        }
    }

    /// A way to combine findings that recur in a folder's sequences or image sets. `key` returns a key that equal findings
    /// share, or `nil` for a finding that stays separate; `verdict` judges the findings with one key, in the order of the
    /// sequences.
    public typealias Merging = (key: @Sendable (Finding) -> String?, verdict: @Sendable (String, [Finding]) -> Verdict)

    /// Reports at most one verdict on a sequence.
    public static func wholeSequence(_ check: @escaping @Sendable (SequenceEvidence) -> Verdict?) -> Judge {
        .sequence { check($0).map { [$0] } ?? [] }
    }

    package static func wholeFolder(_ check: @escaping @Sendable (FolderEvidence) -> Verdict?) -> Judge {
        .folder { check($0).map { [$0] } ?? [] }
    }

    package static func wholeManifest(_ check: @escaping @Sendable (ManifestEvidence) -> Verdict?) -> Judge {
        .manifest { check($0).map { [$0] } ?? [] }
    }

    /// Reports one verdict on all frames that meet a condition.
    /// - Parameter isMeant: selects the sequences to judge. By default, all are judged, including stills.
    public static func frames(
        of isMeant: @escaping @Sendable (SequenceEvidence) -> Bool = { _ in true },
        where isOdd: @escaping @Sendable (FrameEvidence) -> Bool,
        verdict: @escaping @Sendable ([FrameEvidence]) -> Verdict
    ) -> Judge {
        .wholeSequence { sequence in
            guard isMeant(sequence) else { return nil }
            let frames = sequence.frames.filter(isOdd)
            return frames.isEmpty ? nil : verdict(frames)
        }
    }

    package static func frameKinds<Kind: Hashable & Sendable>(
        _ kind: @escaping @Sendable (FrameEvidence) -> Kind?,
        verdict: @escaping @Sendable (Kind, [FrameEvidence], SequenceEvidence) -> Verdict
    ) -> Judge {
        .sequence { sequence in
            Majority(of: sequence.frames, by: kind).groups.map { verdict($0.kind, $0.frames, sequence) }
        }
    }

    /// Reports one verdict on the frames of each kind, except for the most frequent kind. By default, judges only comparable
    /// sequences.
    package static func majority<Kind: Hashable & Sendable>(
        of isMeant: @escaping @Sendable (SequenceEvidence) -> Bool = \.isComparable,
        by kind: @escaping @Sendable (FrameEvidence) -> Kind?,
        verdict: @escaping @Sendable (OddKind<Kind>) -> Verdict?
    ) -> Judge {
        .sequence { sequence in
            guard isMeant(sequence) else { return [] }
            let kinds = Majority(of: sequence.frames, by: kind)
            return kinds.odd.compactMap { verdict(OddKind(sequence: sequence, kinds: kinds, kind: $0, frames: $1)) }
        }
    }

    package static func strips(_ check: @escaping @Sendable (Strip) -> [Verdict]) -> Judge {
        .sequence { Strip.all(of: $0).flatMap(check).merged }
    }

    package static func wholeStrip(_ check: @escaping @Sendable (Strip) -> Verdict?) -> Judge {
        .strips { check($0).map { [$0] } ?? [] }
    }

    package static func placement(
        _ check: @escaping @Sendable (ManifestPlacement, ManifestEvidence) -> Verdict?
    ) -> Judge { .wholeManifest { manifest in manifest.placements.lazy.compactMap { check($0, manifest) }.first } }

    package static func slots(_ check: @escaping @Sendable (ImageSet.Variant, ImageSetEvidence) -> Verdict?) -> Judge {
        .imageSet { set in (set.set?.variants ?? []).compactMap { check($0, set) } }
    }

    package static func localizations(_ check: @escaping @Sendable (LocalizedNames) -> [Verdict]) -> Judge {
        .folder { LocalizedNames.all(in: $0).flatMap(check) }
    }
}

package struct OddKind<Kind: Hashable> {
    package let sequence: SequenceEvidence
    package let kinds: Majority<Kind>
    package let kind: Kind
    package let frames: [FrameEvidence]

    package var usual: (kind: Kind, frames: [FrameEvidence]) { kinds.groups[0] }

    /// Returns a verdict of the form `has no alpha channel; the other 9 frames have an alpha channel.`
    /// - Parameter rest: the property of the other frames, without the verb.
    package func verdict(
        _ verb: String,
        _ odd: String,
        rest: String,
        severity: Severity? = nil,
        fix: Explanation? = nil,
        measured: Verdict.Measurement? = nil
    ) -> Verdict {
        let message = "\(verb) \(odd); \(kinds.rest(without: frames.count, "\(verb) \(rest)"))."
        let values = measured ?? Verdict.Measurement(odd, expected: rest)
        return frames.verdict(severity: severity, one: message, fix: fix, measured: values)
    }
}

extension [Verdict] {
    fileprivate var merged: [Verdict] {
        reduce(into: []) { verdicts, verdict in
            let same = verdicts.firstIndex { other in
                (verdict.numbers?.count ?? 0) > 1 && other.numbers == verdict.numbers
                    && other.severity == verdict.severity && other.message == verdict.message
            }
            if let same {
                verdicts[same].files = (verdicts[same].files ?? []) + (verdict.files ?? [])
            } else {
                verdicts.append(verdict)
            }
        }
    }
}
