/// What says what is wrong: a function of the evidence that it judges.
///
/// A judge reads no file, keeps no state, and finds the same in the same evidence.
public enum Judge: Sendable {
    /// Judges each sequence, and the stills of a folder, by themselves.
    case sequence(_ check: @Sendable (SequenceEvidence) -> [Verdict], merging: Merging? = nil)
    /// Judges what lies in a folder together.
    case folder(_ check: @Sendable (FolderEvidence) -> [Verdict])
    /// Judges a manifest together with the pictures that it names.
    case manifest(_ check: @Sendable (ManifestEvidence) -> [Verdict])
    /// Judges an image set of an asset catalog together with its files.
    case imageSet(_ check: @Sendable (ImageSetEvidence) -> [Verdict], merging: Merging? = nil)

    /// The way to report findings once that are the same in much of a folder, or `nil` if each is reported.
    var merging: Merging? {
        switch self {
        case .sequence(_, let merging), .imageSet(_, let merging): merging
        case .folder, .manifest: nil
        }
    }

    /// The way to report findings once that are the same in many sequences, or image sets, of a folder.
    public struct Merging: Sendable {
        /// The key of findings that are reported once, or `nil` for one that stays as it is.
        let key: @Sendable (Finding) -> String?
        /// What is reported of several findings with one key, in the order of the sequences.
        let verdict: @Sendable (_ key: String, [Finding]) -> Verdict

        /// A way to put findings together.
        public init(
            by key: @escaping @Sendable (Finding) -> String?,
            verdict: @escaping @Sendable (_ key: String, [Finding]) -> Verdict
        ) {
            self.key = key
            self.verdict = verdict
        }
    }
}
