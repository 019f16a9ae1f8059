import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

extension FixDraft {
    /// Has missing frames made of the ones before them, for each scale factor.
    mutating func hold() {
        var taken = Set(inventory.names.keys.map { names[$0]?.text ?? $0 })
        for finding in findings(of: RuleID.gap) {
            let wantedName = FilePath(finding.sequence)
            guard let missing = finding.frames,
                let sequence = evidence.sequences.first(where: { FilePath($0.name) == wantedName })
            else { continue }
            guard sequence.pattern != nil, evidence.manifest == nil else {
                refuse(RuleID.gap, finding.sequence, "a manifest names its frames; deal with the missing ones there")
                continue
            }
            let (wanted, overflow) = missing.count.multipliedReportingOverflow(by: sequence.scales.count)
            guard !overflow, wanted <= settings.mostHeldFrames - holds.count else {
                let reason = "\(missing.count) missing frames are too many to make; is the number of a file wrong?"
                refuse(RuleID.gap, finding.sequence, reason)
                continue
            }
            let place = numbering[FilePath(sequence.name)] ?? { $0 }
            let (family, scales) = (family(of: sequence), sequence.scales)
            let width = usualWidth(of: family)
            for number in missing {
                for scale in scales {
                    guard let held = frame(before: number, scale: scale, in: family) else {
                        refuse(
                            RuleID.gap,
                            finding.sequence,
                            "frame \(number) has no frame before it that can be decoded"
                        )
                        continue
                    }
                    let source = FilePath(held.path.lastComponent)
                    guard var name = names[source] else { continue }
                    let heldName = name.text
                    name.number = place(number)
                    // The frame before may be the one that is padded like no other.
                    name.width = width ?? name.width
                    guard taken.insert(name.text).inserted else {
                        refuse(RuleID.gap, name.text.description, "something else has this name")
                        continue
                    }
                    holds.append(
                        FixOperation(change: .hold(heldName), source: source, target: name.text, rules: [RuleID.gap])
                    )
                }
            }
        }
    }

    /// The padding that most frames of a family have under their new names, the wider one of two as frequent.
    private func usualWidth(of family: [SequenceEvidence]) -> Int? {
        var counts: [Int: Int] = [:]
        for frame in family.lazy.flatMap(\.frames) {
            if let width = names[FilePath(frame.path.lastComponent)]?.width { counts[width, default: 0] += 1 }
        }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// The last good frame before a number, in the family: the sequences of one name in several paddings.
    private func frame(before number: Int, scale: Int, in family: [SequenceEvidence]) -> FrameEvidence? {
        family.lazy.compactMap { lastFrame(before: number, scale: scale, of: $0.frames) }
            .max { ($0.number ?? 0) < ($1.number ?? 0) }
    }

    private func lastFrame(before number: Int, scale: Int, of frames: [FrameEvidence]) -> FrameEvidence? {
        // Frames come by number: the end of those that are smaller is found by halving.
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].number ?? 0 < number { low = middle + 1 } else { high = middle }
        }
        return frames[..<low].last { frame in
            frame.scale == scale && frame.isGood && inventory.isFile(FilePath(frame.path.lastComponent))
        }
    }
}

extension FolderEvidence {
    /// Notes of files that their pixels cannot be decoded, as a finding says.
    mutating func note(undecodable files: Set<FilePath>) {
        guard !files.isEmpty else { return }
        for index in sequences.indices {
            for frame in sequences[index].frames.indices where files.contains(sequences[index].frames[frame].path) {
                sequences[index].frames[frame].decoding = .failure(.corrupt(reason: "its pixels cannot be decoded"))
            }
        }
    }
}

extension FrameEvidence {
    /// Whether nothing that was read of the file says that it cannot be shown.
    fileprivate var isGood: Bool {
        guard fault == nil else { return false }
        if case .failure = decoding { return false }
        guard let details else { return true }
        return details.header.format.isDecoded && !details.header.size.isTooLarge
            && details.fileRefusal == nil
    }
}
