import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let mixedSize = LintRule(
        .init("seq.mixed-size", .error, evidence: .headers, fixable: .unsafe),
        summary: "A frame's size differs from that of most frames.",
        notes: "Compares sizes after rotation, separately for each scale factor. The finding is a warning if the "
            + "pictures might not be an animation (see seq.gap), or if the numbers have fewer than three digits and "
            + "more than a quarter of the frames differ in size by more than a tenth. The finding is informational if "
            + "the manifest sets mismatch: fit. scale.variant-size reports variants whose size does not match their "
            + "@1x picture. A single finding lists all sizes if more than three sizes are unusual, or if no size has a "
            + "majority.",
        why: "Most programs silently stretch the frame to the size of the first one, or stop at this frame.",
        remedy: "Resize the frame, or place it with \(remedy: .accept(.mismatch)).",
        passing: [["walk.1.png", "walk.2.png", "walk.3.png"], .twoScales],
        failing: [
            [.init("walk.1.png", 160, 90), .init("walk.2.png", 200, 90), .init("walk.3.png", 160, 90)],
            [
                .init("walk.1.png", 16, 9), .init("walk.2.png", 16, 9), .init("walk.3.png", 20, 9),
                .init("walk.4.png", 20, 9), .init("walk.5.png", 16, 9),
            ],
        ],
        judge: .sequence { sequence in
            guard sequence.isAnimation, !sequence.hasSparseNumbers, !sequence.areSizes else { return [] }
            // scale.variant-size reports variants whose size does not match their @1x picture.
            let wrong = Set(sequence.wrongVariants.map(\.frame.path))
            // load.too-large reports oversized pictures.
            let judged = sequence.frames.filter { !wrong.contains($0.path) && !($0.header?.isTooLarge ?? false) }
            let scales = sequence.scales
            var reported: [OddSizes] = []
            for scale in scales {
                let kind = scales.count > 1 ? "@\(scale)x frame" : "frame"
                guard let odd = OddSizes(SizeStatistics(judged, scale: scale), kind, in: sequence) else { continue }
                // A wrong size often affects a frame's variants, too, but is reported only once.
                if let same = reported.firstIndex(where: odd.isVariant) {
                    reported[same].variants.append((scale, odd))
                } else {
                    reported.append(odd)
                }
            }
            return reported.flatMap(\.verdicts)
        }
    )
}

/// The unusual sizes at one scale factor.
private struct OddSizes {
    typealias Group = (size: PixelSize, frames: [FrameEvidence])

    private static let most = 3

    let sequence: SequenceEvidence
    let statistics: SizeStatistics
    let usual: Group
    let odd: [Group]
    /// The noun for a frame: `@2x frame`.
    let kind: String
    /// The same unusual sizes at other scale factors.
    var variants: [(scale: Int, sizes: OddSizes)] = []

    init?(_ statistics: SizeStatistics, _ kind: String, in sequence: SequenceEvidence) {
        guard let usual = statistics.groups.first, !statistics.areUnrelated else { return nil }
        odd = statistics.groups.dropFirst().compactMap { size, frames in
            // seq.mixed-orientation reports frames that would fit if they were not rotated.
            let frames = frames.filter { !(sequence.isComparable && $0.size == usual.size) }
            return frames.isEmpty ? nil : (size, frames)
        }
        guard !odd.isEmpty else { return nil }
        (self.sequence, self.statistics, self.usual, self.kind) = (sequence, statistics, usual, kind)
    }

    /// Returns `true` if the same numbers have unusual sizes at another scale factor, in the same ratio.
    func isVariant(of other: OddSizes) -> Bool {
        odd.count == other.odd.count
            && zip(odd, other.odd).allSatisfy { own, others in
                own.frames.map(\.number) == others.frames.map(\.number)
                    && own.size.width * other.usual.size.width == others.size.width * usual.size.width
                    && own.size.height * other.usual.size.height == others.size.height * usual.size.height
            }
    }

    var verdicts: [Verdict] {
        // With two frames, it is unknown which one is unusual, but the message must begin with one of them.
        if statistics.count > 2, usual.frames.count * 2 <= statistics.count { return [undecided([usual] + odd)] }
        if odd.count > Self.most { return [several] }
        return odd.enumerated().map { place, group in
            let (size, frames) = group
            let rest = rest(without: frames.count)
            let others = variants.map { ($0.scale, $0.sizes.odd[place], $0.sizes) }
            let also = others.map { "; likewise at @\($0)x, \($1.size) instead of \($2.usual.size)" }.joined()
            return (frames + others.flatMap(\.1.frames)).verdict(
                severity: severity,
                one: "\(size) px; \(rest).",
                many: "are \(size) px; \(rest)\(also).",
                fix: fix(frames + others.flatMap(\.1.frames)),
                by: operations([group]) + others.flatMap { $2.operations([$1]) },
                measured: .init("\(size)", expected: "\(usual.size)")
            )
        }
    }

    /// Returns one verdict on all sizes if there is no usual size. Frames of the most frequent size are not reported.
    private func undecided(_ groups: [Group]) -> Verdict {
        let leads = groups.count > 1 && groups[0].frames.count > groups[1].frames.count
        return Verdict(
            on: inOrder(groups.dropFirst(leads ? 1 : 0)),
            severity: severity,
            message: "\(groups.flatMap(\.frames).count.of(kind)) have \(groups.count.of("size")), none with a "
                + "majority: \(list(groups)).",
            fix: fix(groups.flatMap(\.frames)),
            measured: .init(groups.count.of("size"), expected: "1 size")
        )
    }

    private var several: Verdict {
        let frames = inOrder(odd[...])
        return Verdict(
            on: frames,
            severity: severity,
            message: "\(frames.text) have \(odd.count.of("different size")) (\(list(odd))); "
                + "\(rest(without: frames.count)).",
            fix: fix(frames),
            by: operations(odd),
            // The fingerprints in existing baselines depend on this wording.
            measured: .init(odd.count.of("other size"), expected: "\(usual.size)")
        )
    }

    /// Frames with the usual aspect ratio are scaled, since they probably show the same content; the others are cropped or
    /// padded. If there are only two frames, or a policy places them, nothing is changed.
    private func operations(_ groups: [Group]) -> [Fix.Operation] {
        guard usual.frames.count * 2 > statistics.count, sequence.mismatch != .fit else { return [] }
        return groups.map { size, frames in
            let hasUsualShape = size.width * usual.size.height == size.height * usual.size.width
            let files = frames.map(\.path)
            return hasUsualShape ? .resample(files, to: usual.size) : .place(files, of: size, on: usual.size)
        }
    }

    private var severity: Severity? { sequence.mismatch == .fit ? .info : sequence.isTentative ? .warning : nil }

    private func inOrder(_ groups: ArraySlice<Group>) -> [FrameEvidence] {
        let paths = Set(groups.lazy.flatMap(\.frames).map(\.path))
        return sequence.frames.filter { paths.contains($0.path) }
    }

    private func list(_ groups: [Group]) -> String {
        let rest = groups.count - Self.most
        return groups.prefix(Self.most).map { size, frames in
            "\(frames.count) \(frames.count == 1 ? "is" : "are") \(size)"
        }.joined(separator: ", ") + (rest > 0 ? ", and \(rest.of("more size"))" : "")
    }

    private func fix(_ frames: [FrameEvidence]) -> Explanation {
        sequence.mismatch == .fit
            ? "\(frames.count == 1 ? "It is" : "They are") placed because of mismatch: fit; resize \(frames.them) if "
                + "this is unintentional." : "Resize \(frames.them), or place \(frames.them) with \(sequence.placing)."
    }

    /// Returns a phrase about the frames of the usual size, given the number of other frames.
    private func rest(without odd: Int) -> String {
        let count = usual.frames.count
        if count + odd < statistics.count { return "\(count) of \(statistics.count.of(kind)) are \(usual.size)" }
        return count == 1 ? "the other \(kind) is \(usual.size)" : "the other \(count.of(kind)) are \(usual.size)"
    }
}
