import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

/// A plan in the making.
struct FixDraft {
    let evidence: FolderEvidence
    /// The sequences of one name in several paddings, put together.
    let families: [[SequenceEvidence]]
    private let findings: [RuleID: [Finding]]
    private let foundFiles: [RuleID: Set<FilePath>]
    private let foundSequences: [RuleID: Set<FilePath>]
    private let positions: [FilePath: Int]
    let inventory: FixInventory
    let settings: FixSettings
    /// The frames that lie in the folder, in the evidence's order, each with its sequence.
    let members: [(frame: FrameEvidence, sequence: SequenceEvidence)]
    /// The names of the frames whose names can be changed, by their names before the fix.
    var names: [FilePath: FrameNameParts] = [:]
    /// Why a name is changed.
    var reasons: [FilePath: [RuleID]] = [:]
    /// What becomes of a frame's number, by the sequence's name.
    var numbering: [FilePath: (Int) -> Int] = [:]

    private(set) var refusals: [FixPlan.Refusal] = []
    private var refused: Set<FixPlan.Refusal> = []
    var redrawings: [FixOperation] = []
    var holds: [FixOperation] = []

    init(
        _ evidence: FolderEvidence,
        in folder: FilePath,
        findings: [Finding],
        inventory: FixInventory,
        settings: FixSettings
    ) {
        self.evidence = evidence
        families = evidence.families
        self.findings = Dictionary(grouping: findings, by: \.rule)
        foundFiles = self.findings.mapValues { Set($0.flatMap(\.files)) }
        foundSequences = self.findings.mapValues { Set($0.map { FilePath($0.sequence) }) }
        self.inventory = inventory
        self.settings = settings
        let directory = folder.appending("x").directory
        var seen: Set<FilePath> = []
        members = evidence.subjects.flatMap { sequence in
            sequence.frames.filter {
                $0.path.directory.utf8.elementsEqual(directory.utf8) && seen.insert($0.path).inserted
            }.map { ($0, sequence) }
        }
        let places = members.enumerated().map { (FilePath($0.element.frame.path.lastComponent), $0.offset) }
        positions = Dictionary(places) { first, _ in first }
        // A manifest names its frames, so they keep their names. Without a pattern nobody knows where the number is.
        let haveNames = evidence.manifest == nil
        for (frame, sequence) in members where haveNames && (sequence.pattern != nil || sequence.kind == .stills) {
            let name = FilePath(frame.path.lastComponent)
            if inventory.stamp(of: name) != nil { names[name] = FrameNameParts(frame, pattern: sequence.pattern) }
        }
    }

    /// The frames that lie in the folder.
    var frames: [FrameEvidence] { members.map(\.frame) }

    /// The findings of a rule.
    func findings(of rule: RuleID) -> [Finding] { findings[rule] ?? [] }

    /// Whether a rule found something about a file.
    func found(_ rule: RuleID, _ file: FilePath) -> Bool { foundFiles[rule]?.contains(file) ?? false }

    /// Whether a rule found something in one of some sequences.
    func found(_ rule: RuleID, in family: [SequenceEvidence]) -> Bool {
        guard let names = foundSequences[rule] else { return false }
        return family.contains { names.contains(FilePath($0.name)) }
    }

    /// The frame of this name and its sequence.
    func member(_ name: FilePath) -> (frame: FrameEvidence, sequence: SequenceEvidence)? {
        positions[name].map { members[$0] }
    }

    /// The sequences that have a sequence's name, itself among them.
    func family(of sequence: SequenceEvidence) -> [SequenceEvidence] {
        guard let pattern = sequence.pattern else { return [sequence] }
        return families.first { $0.first?.pattern?.hasSameName(as: pattern) ?? false } ?? [sequence]
    }

    /// Notes that something is not fixed, once.
    mutating func refuse(_ rule: RuleID, _ subject: String, _ reason: String) {
        let refusal = FixPlan.Refusal(rule: rule, subject: subject, reason: reason)
        if refused.insert(refusal).inserted { refusals.append(refusal) }
    }

    /// Notes that a file's name is changed for a rule.
    mutating func note(_ rule: RuleID, _ name: FilePath) {
        if !(reasons[name]?.contains(rule) ?? false) { reasons[name, default: []].append(rule) }
    }

    /// All that is done, in the plan's order.
    var operations: [FixOperation] {
        let renames = members.compactMap { frame, _ -> FixOperation? in
            let source = FilePath(frame.path.lastComponent)
            guard let target = names[source]?.text, target != source, let rules = reasons[source] else { return nil }
            return FixOperation(change: .rename, source: source, target: target, rules: rules)
        }
        return redrawings + renames + holds
    }
}
