/// The part of a rule that finds faults: a function of the evidence.
///
/// A judge reads no files and keeps no state.
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
}
