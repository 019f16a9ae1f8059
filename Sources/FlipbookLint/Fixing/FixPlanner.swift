package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookLintModel
import FlipbookSequences

/// Plans all of a folder's fixes together.
///
/// Renames are planned first. The folder is then judged again in memory, and fixes for the new findings about sizes and gaps
/// are planned, so that nothing is cropped because a file was misnamed. The planner has no code for individual rules, and
/// changes nothing on disk.
public struct FixPlanner: Sendable {
    /// The linter that reported the findings. It also judges the folder after the renames.
    public let linter: Linter
    /// The settings that select the fixes.
    public let settings: FixSettings
    private let isChosen: @Sendable (Finding) -> Bool

    /// Creates a planner.
    /// - Parameter isChosen: returns `true` if a finding should be fixed, provided that the applicability of its fix is
    ///   allowed.
    public init(
        _ linter: Linter,
        settings: FixSettings = FixSettings(),
        where isChosen: @escaping @Sendable (Finding) -> Bool = { _ in true }
    ) { (self.linter, self.settings, self.isChosen) = (linter, settings, isChosen) }

    /// Returns a plan for each folder with linted files, unless the plan has neither changes nor refusals.
    /// - Parameters:
    ///   - evidence: the evidence that was linted, including headers.
    ///   - findings: the findings in the evidence.
    /// - Throws: ``FixError`` for a folder that cannot be read, or that has changed since it was linted.
    public func plans(for evidence: [FolderEvidence], findings: [Finding]) async throws(FixError) -> [FixPlan] {
        let findings = chosen(findings)
        guard !findings.isEmpty else { return [] }
        var plans: [FixPlan] = []
        // Files in a catalog are not renamed, since `Contents.json` refers to them. Xcode renames both together.
        for var folder in evidence where folder.imageSets.isEmpty {
            let files = Set((folder.subjects.flatMap(\.frames) + folder.candidates).map(\.path))
            let names = Set(folder.subjects.map { FilePath($0.name) } + (folder.manifest.map { [$0.path] } ?? []))
            let about = findings.filter { finding in
                names.contains(FilePath(finding.sequence)) || finding.files.contains(where: files.contains)
            }
            guard !about.isEmpty else { continue }
            let paths = folder.sources
            folder.add(try await FixError.unlessCancelled(await ImageDetails.readAll(paths)), as: \.reading)
            if linter.depth >= .pixels {
                let memory = linter.memory
                let pixels = try await FixError.unlessCancelled(await PictureFacts.readAll(paths, within: memory))
                folder.add(pixels, as: \.decoding)
            }
            for directory in folder.subjects.flatMap(\.frames).map({ FilePath($0.path.directory) }).distinct {
                let plan = try await plan(folder, in: directory, findings: about)
                if !plan.operations.isEmpty || !plan.refusals.isEmpty { plans.append(plan) }
            }
        }
        return plans
    }

    private func chosen(_ findings: [Finding]) -> [Finding] {
        findings.filter { settings.includes($0.fix) && isChosen($0) }
    }

    private static let mostRounds = 8

    private func plan(_ own: FolderEvidence, in root: FilePath, findings: [Finding]) async throws(FixError) -> FixPlan {
        let inventory = try FixFiles.inventory(of: root)
        let invented: InventedFrames?
        do throws(FixError) {
            try FixWorkFolder.lastFinished(in: root)
            invented = try wrapping(InventedFrames(of: root)) { (error: InventedFrames.Unreadable) in
                FixError.unreadableList(error.path, reason: error.reason)
            }
        } catch {
            guard let refusal = FixPlan.Refusal(root, error) else { throw error }
            return FixPlan(root, inventory, refusing: refusal)
        }
        for path in own.subjects.lazy.flatMap(\.frames).map(\.path) where root.holds(path) {
            // Another program has changed the file since it was linted.
            guard inventory.names[FilePath(path.lastComponent)] != nil else { throw .changed(path) }
        }
        var (evidence, findings) = (own, findings)
        var names = NameDraft(inventory, of: root)
        for _ in 0..<Self.mostRounds where names.planRenames(of: findings) {
            try FixError.checkCancellation()
            evidence = own.renamed(names.newNames, in: root, inventory)
            findings = chosen(linter.report(on: [evidence]).findings)
        }
        var draft: PictureDraft
        repeat {
            try FixError.checkCancellation()
            draft = PictureDraft(evidence, in: root, names: names, findings: findings, settings: settings)
            try await evidence.look(at: draft.unseen, in: root, names)
        } while !draft.unseen.isEmpty
        return FixPlan(own, in: root, invented: invented, names: names, pictures: draft)
    }
}

extension FixPlan.Refusal {
    fileprivate init?(_ folder: FilePath, _ error: FixError) {
        subject = folder.description
        switch error {
        case .unfinished:
            rule = .unfinishedFix
            reason = "an earlier fix did not finish; undo it with \(remedy: .undoFix) first"
        case .unreadableList(let path, let cause):
            rule = .unreadableList
            reason =
                "\(FilePath(path.lastComponent)) \(cause); restore it from a copy, or delete it if no frame was made by a fix"
        default: return nil
        }
    }
}

extension FilePath {
    package func holds(_ file: FilePath) -> Bool { file.directory.utf8.elementsEqual(appending("x").directory.utf8) }
}

extension FolderEvidence {
    fileprivate func renamed(_ newNames: [FilePath: FilePath], in directory: FilePath, _ inventory: FixInventory)
        -> FolderEvidence
    {
        let found = candidates.filter { newNames[FilePath($0.path.lastComponent)] != nil }
        let frames = subjects.flatMap(\.frames) + found
        func newName(_ frame: FrameEvidence) -> FilePath {
            let name = FilePath(frame.path.lastComponent)
            return newNames[name] ?? name
        }
        var names = frames.map { newName($0).string }
        let isWhole = extent == .folder
        if isWhole {
            let others = inventory.names.keys.lazy.map(\.string)
            names += others.filter { !Self.imageExtensions.contains($0.lowercasedExtension) }
        }
        var result = FolderEvidence(
            path: directory.string,
            names: names,
            selection: isWhole ? .images : .all,
            undecodableNames: undecodableNames
        )
        result.localizations = localizations
        (result.path, result.configuredPath) = (path, configuredPath)
        result.extent = isWhole ? .folder : .files
        let old = subjects.first { $0.kind == .animation } ?? subjects.first
        if !isWhole, old?.gaps.missing == .error {
            result.noteSelections(among: inventory.names.keys.map { (newNames[$0] ?? $0).string })
        }
        let known = Dictionary((frames + candidates).map { (newName($0), $0) }) { first, _ in first }
        result.updateSubjects { frame in
            guard let before = known[FilePath(frame.path.lastComponent)] else { return }
            (frame.reading, frame.decoding, frame.origin) = (before.reading, before.decoding, before.origin)
        }
        return old.map { result.with(gaps: $0.gaps, mismatch: $0.mismatch) } ?? result
    }

    fileprivate mutating func look(at files: Set<FilePath>, in directory: FilePath, _ names: NameDraft)
        async throws(FixError)
    {
        guard !files.isEmpty else { return }
        let files = Array(files)
        let paths = files.map { directory.appending(names.original(of: $0).string) }
        let facts = try await FixError.unlessCancelled(await PictureFacts.readAll(paths))
        let decoded = Dictionary(uniqueKeysWithValues: zip(files, facts))
        updateSubjects { frame in
            guard directory.holds(frame.path) else { return }
            if let facts = decoded[FilePath(frame.path.lastComponent)] { frame.decoding = facts }
        }
    }
}

/// The settings for fixes.
public struct FixSettings: Hashable, Sendable {
    /// The treatment of frames that differ in size from most of the others.
    public enum Sizing: String, CaseIterable, Sendable {
        /// Pads smaller frames and crops larger ones.
        case fit
        /// Pads smaller frames, and does not change larger ones, since cropping loses pixels.
        case pad
        /// Crops larger frames, and does not change smaller ones, since padding needs an alpha channel.
        case crop
    }

    /// A Boolean value that indicates whether ``Fix/Applicability/unsafe`` fixes are made.
    public var allowsUnsafe: Bool
    /// The treatment of frames that differ in size from most of the others, in fixes that crop or pad.
    public var sizing: Sizing
    /// The maximum number of frames to create in a folder. A larger gap probably means that a frame number is wrong.
    public var mostHeldFrames = 10_000

    /// Creates settings. By default, only names change.
    public init(allowsUnsafe: Bool = false, sizing: Sizing = .fit) {
        (self.allowsUnsafe, self.sizing) = (allowsUnsafe, sizing)
    }

    package func includes(_ fix: Fix) -> Bool {
        switch fix.applicability {
        case .safe: true
        case .unsafe: allowsUnsafe
        case .display: false
        }
    }
}
