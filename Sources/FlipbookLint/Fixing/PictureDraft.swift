import FlipbookCore
import FlipbookImaging
import FlipbookLintModel
import FlipbookSequences

/// The rewritten pictures and new frames of a folder during planning, keyed by planned name.
struct PictureDraft {
    let evidence: FolderEvidence
    let names: NameDraft
    let settings: FixSettings
    private let frames: [FilePath: FrameEvidence]
    /// A Boolean value that indicates whether most frames have no alpha channel.
    private let areOpaque: Bool
    private var redrawings: [FilePath: (redrawing: Redrawing, rules: [RuleID])] = [:]
    private var holds: [FixOperation] = []
    private(set) var refusals: [FixPlan.Refusal] = []
    private(set) var unseen: Set<FilePath> = []

    init(_ evidence: FolderEvidence, in path: FilePath, names: NameDraft, findings: [Finding], settings: FixSettings) {
        self.evidence = evidence
        (self.names, self.settings) = (names, settings)
        let own = evidence.subjects.lazy.flatMap(\.frames).filter { path.holds($0.path) }
        frames = Dictionary(own.map { (FilePath($0.path.lastComponent), $0) }) { first, _ in first }
        areOpaque = own.count { $0.header?.hasAlpha == false } * 2 > own.count
        for finding in findings { for operation in finding.fix.operations { plan(operation, for: finding) } }
    }

    /// The changes in the order of the frames: rewritten pictures, then new frames. Files have their current names.
    var operations: [FixOperation] {
        var seen: Set<FilePath> = []
        let redrawn = evidence.subjects.flatMap(\.frames).compactMap { frame -> FixOperation? in
            let name = FilePath(frame.path.lastComponent)
            guard let (redrawing, rules) = redrawings[name], seen.insert(name).inserted else { return nil }
            let source = names.original(of: name)
            return FixOperation(change: .redraw(redrawing), source: source, target: source, rules: rules)
        }
        return redrawn + holds
    }

    private mutating func plan(_ operation: Fix.Operation, for finding: Finding) {
        switch operation {
        case .rename, .renumber: break
        case .hold(let numbers, let pattern): hold(numbers, in: pattern, for: finding)
        case .place(let files, _, _), .resample(let files, _), .dropAlpha(let files):
            for file in files { redraw(file, operation, for: finding.rule) }
        }
    }

    private mutating func redraw(_ file: FilePath, _ operation: Fix.Operation, for rule: RuleID) {
        let name = FilePath(file.lastComponent)
        guard let frame = frames[name] else { return }
        do throws(FixPictureError) {
            try check(frame, name)
            let new = try redrawing(of: frame, by: operation)
            guard let (old, rules) = redrawings[name] else {
                redrawings[name] = (new, [rule])
                return
            }
            guard let both = old.together(with: new)
            else { throw FixPictureError(reason: "\(rules.map(\.rawValue).joined(separator: ", ")) changes its size") }
            redrawings[name] = (both, rules + [rule])
        } catch { refuse(rule, name.description, error.reason) }
    }

    private func redrawing(of frame: FrameEvidence, by operation: Fix.Operation) throws(FixPictureError) -> Redrawing {
        switch operation {
        case .place(_, _, let size): try place(frame, on: size)
        case .resample(_, let size): try scale(frame, to: size)
        case .dropAlpha: try dropAlpha(of: frame)
        case .rename, .renumber, .hold: preconditionFailure("this kind of fix must not rewrite a picture")
        }
    }

    private func place(_ frame: FrameEvidence, on size: PixelSize) throws(FixPictureError) -> Redrawing {
        let own = try self.size(of: frame, besides: size)
        let isSmaller = own.width < size.width || own.height < size.height
        let isLarger = own.width > size.width || own.height > size.height
        if settings.sizing == .pad && isLarger || settings.sizing == .crop && isSmaller {
            let way = settings.sizing == .pad ? "larger" : "smaller"
            let words = "it is \(way) than \(size) px, and sizing '\(settings.sizing.rawValue)' does not change it"
            throw FixPictureError(reason: words)
        }
        return Redrawing(size: own, newSize: size, hasAlpha: frame.header?.hasAlpha ?? true || isSmaller && !areOpaque)
    }

    private func scale(_ frame: FrameEvidence, to size: PixelSize) throws(FixPictureError) -> Redrawing {
        let own = try self.size(of: frame, besides: size)
        return Redrawing(size: own, newSize: size, isScaled: true, hasAlpha: frame.header?.hasAlpha ?? true)
    }

    private func dropAlpha(of frame: FrameEvidence) throws(FixPictureError) -> Redrawing {
        guard let size = frame.size else { throw FixPictureError(reason: "its header cannot be read") }
        if let pixels = frame.pixels, pixels.leastAlpha < 255 {
            throw FixPictureError(reason: "not all of its pixels are opaque")
        }
        return Redrawing(size: size, newSize: size, hasAlpha: false, dropsAlpha: true)
    }

    private func size(of frame: FrameEvidence, besides size: PixelSize) throws(FixPictureError) -> PixelSize {
        guard let own = frame.size else { throw FixPictureError(reason: "its header cannot be read") }
        // A header may claim any size.
        try wrapping(DecodingLimits().check(size)) { (error: ImageError) in FixPictureError(reason: "\(error.reason)") }
        return own
    }

    private mutating func check(_ frame: FrameEvidence, _ name: FilePath) throws(FixPictureError) {
        let original = names.original(of: name)
        if case .link = names.inventory.names[original] {
            throw FixPictureError(reason: "it is a link; fix the file that it points to")
        }
        guard names.inventory.isFile(original) else { throw FixPictureError(reason: "it is not a regular file") }
        if let obstacle = frame.redrawingObstacle { throw FixPictureError(reason: obstacle) }
        switch frame.decoding {
        case .success: break
        case .failure(let error): throw FixPictureError(reason: "\(error.reason)")
        case nil: unseen.insert(name)
        }
    }

    private mutating func hold(_ missing: FrameSet, in pattern: FramePattern, for finding: Finding) {
        let family = evidence.family(of: pattern)
        guard let sequence = family.first, evidence.manifest == nil else {
            return refuse(finding.rule, finding.sequence, "a manifest lists the frames; handle the missing ones there")
        }
        let (wanted, overflow) = missing.count.multipliedReportingOverflow(by: sequence.scales.count)
        guard !overflow, wanted <= settings.mostHeldFrames - holds.count else {
            let reason = "\(missing.count) missing frames are too many to create; check for a file with a wrong number"
            return refuse(finding.rule, finding.sequence, reason)
        }
        var taken = Set(names.inventory.names.keys.map { names.newNames[$0] ?? $0 }).union(holds.map(\.target))
        let width = family.usual?.pattern?.padding.width
        for number in missing {
            for scale in sequence.scales {
                guard let held = frame(before: number, scale: scale, in: family),
                    let owner = family.first(where: { $0.frames.contains { $0.path == held.path } }),
                    var name = FrameNameParts(held, pattern: owner.pattern)
                else {
                    refuse(finding.rule, finding.sequence, "no frame before frame \(number) can be decoded")
                    continue
                }
                let heldName = name.text
                name.number = number
                // The previous frame may be padded differently from most frames.
                name.width = width ?? name.width
                guard taken.insert(name.text).inserted else {
                    refuse(finding.rule, name.text.description, "another file has this name")
                    continue
                }
                if let other = name.inOtherPaddings.first(where: taken.contains) {
                    let reason = "\(other) has the same number; rename it with the usual padding"
                    refuse(finding.rule, name.text.description, reason)
                    continue
                }
                if held.decoding == nil { unseen.insert(heldName) }
                let (source, rules) = (names.original(of: heldName), [finding.rule])
                holds.append(FixOperation(change: .hold(heldName), source: source, target: name.text, rules: rules))
            }
        }
    }

    /// Returns the last good frame before a number. The sequences of a family have names that differ only in padding.
    private func frame(before number: Int, scale: Int, in family: [SequenceEvidence]) -> FrameEvidence? {
        family.lazy.compactMap { lastFrame(before: number, scale: scale, of: $0.frames) }
            .max { ($0.number ?? 0) < ($1.number ?? 0) }
    }

    private func lastFrame(before number: Int, scale: Int, of frames: [FrameEvidence]) -> FrameEvidence? {
        // Frames are sorted by number, so the loop is a binary search.
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].number ?? 0 < number { low = middle + 1 } else { high = middle }
        }
        return frames[..<low].last { frame in
            let name = FilePath(frame.path.lastComponent)
            return frame.scale == scale && frame.isGood && names.inventory.isFile(names.original(of: name))
        }
    }

    private mutating func refuse(_ rule: RuleID, _ subject: String, _ reason: String) {
        refusals.append(FixPlan.Refusal(rule: rule, subject: subject, reason: "\(reason)"))
    }
}

extension FrameEvidence {
    fileprivate var isGood: Bool {
        guard fault == nil, decodingError == nil else { return false }
        guard let details else { return true }
        return details.header.format.isDecoded && !details.header.isTooLarge && details.fileRefusal == nil
    }
}
