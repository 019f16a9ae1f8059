package import FlipbookCore

/// The shapes in which rules repeat: what differs from rule to rule is a line.
extension Judge {
    /// Says one thing at most about a sequence.
    public static func wholeSequence(_ check: @escaping @Sendable (SequenceEvidence) -> Verdict?) -> Judge {
        .sequence { check($0).map { [$0] } ?? [] }
    }

    package static func wholeFolder(_ check: @escaping @Sendable (FolderEvidence) -> Verdict?) -> Judge {
        .folder { check($0).map { [$0] } ?? [] }
    }

    package static func wholeManifest(_ check: @escaping @Sendable (ManifestEvidence) -> Verdict?) -> Judge {
        .manifest { check($0).map { [$0] } ?? [] }
    }

    /// Says one thing about all frames of which something is true.
    /// - Parameter isMeant: which sequences are judged; by default all, and stills as well.
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

    /// Says one thing about the frames of each kind, the most frequent kind first; those without a kind are in order.
    package static func frameKinds<Kind: Hashable & Sendable>(
        _ kind: @escaping @Sendable (FrameEvidence) -> Kind?,
        verdict: @escaping @Sendable (Kind, [FrameEvidence], SequenceEvidence) -> Verdict
    ) -> Judge {
        .sequence { sequence in
            Majority(of: sequence.frames, by: kind).groups.map { verdict($0.kind, $0.frames, sequence) }
        }
    }

    /// Says one thing about the frames of each kind but the usual one, by default of sequences that can be compared.
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

    /// Judges what is shown one after another at one scale factor, by its pixels.
    package static func strips(_ check: @escaping @Sendable (Strip) -> [Verdict]) -> Judge {
        .sequence { Strip.all(of: $0).flatMap(check).merged }
    }

    package static func wholeStrip(_ check: @escaping @Sendable (Strip) -> Verdict?) -> Judge {
        .strips { check($0).map { [$0] } ?? [] }
    }

    /// Says one thing about the first picture whose place in the canvas is odd.
    package static func placement(
        _ check: @escaping @Sendable (ManifestPlacement, ManifestEvidence) -> Verdict?
    ) -> Judge {
        .wholeManifest { manifest in manifest.placements.lazy.compactMap { check($0, manifest) }.first }
    }

    package static func slots(_ check: @escaping @Sendable (ImageSet.Variant, ImageSetEvidence) -> Verdict?) -> Judge {
        .imageSet { set in (set.set?.variants ?? []).compactMap { check($0, set) } }
    }

    package static func localizations(_ check: @escaping @Sendable (LocalizedNames) -> [Verdict]) -> Judge {
        .folder { LocalizedNames.all(in: $0).flatMap(check) }
    }
}

/// Frames that are not what most of their sequence are.
package struct OddKind<Kind: Hashable> {
    package let sequence: SequenceEvidence
    package let kinds: Majority<Kind>
    package let kind: Kind
    package let frames: [FrameEvidence]

    /// The kind of most frames, and these.
    package var usual: (kind: Kind, frames: [FrameEvidence]) { kinds.groups[0] }

    /// A verdict in the form `has no alpha channel; the other 9 frames have an alpha channel.`
    /// - Parameter rest: the property of the others, without the verb.
    package func verdict(
        _ verb: String,
        _ odd: String,
        rest: String,
        severity: Severity? = nil,
        fix: Explanation? = nil,
        measured: Verdict.Measurement? = nil
    ) -> Verdict {
        let others = kinds.rest(without: frames.count, "\(verb) \(rest)")
        return frames.verdict(
            severity: severity,
            one: "\(verb) \(odd); \(others).",
            fix: fix,
            measured: measured ?? .init(odd, expected: rest)
        )
    }
}

extension [Verdict] {
    /// The verdicts, those that say the same of the same numbers at several scale factors put together.
    fileprivate var merged: [Verdict] {
        reduce(into: []) { verdicts, verdict in
            let same = verdicts.firstIndex { other in
                (verdict.numbers?.count ?? 0) > 1 && other.numbers == verdict.numbers
                    && other.severity == verdict.severity
                    && other.message == verdict.message
            }
            if let same {
                verdicts[same].files = (verdicts[same].files ?? []) + (verdict.files ?? [])
            } else {
                verdicts.append(verdict)
            }
        }
    }
}
