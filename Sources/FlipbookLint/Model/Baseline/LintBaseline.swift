package import FlipbookCore
import FlipbookScene

/// Findings that were accepted in an earlier run. Only new findings are reported.
///
///     {"version":1,"findings":[
///     {"rule":"seq.gap","sequence":"walk/walk.####.png","frames":"5-6","fingerprint":"9ae1…"}
///     ]}
public struct LintBaseline: Hashable, Sendable {
    package static let version = 1

    package struct Entry: Hashable, Sendable {
        package var rule, sequence: String
        package var frames: String?
        package var fingerprint: String

        package init(rule: String, sequence: String, frames: String?, fingerprint: String) {
            (self.rule, self.sequence, self.frames) = (rule, sequence, frames)
            self.fingerprint = fingerprint
        }

        init(_ finding: Finding) {
            self.init(
                rule: finding.rule.rawValue,
                sequence: finding.canonicalSequence,
                frames: finding.frames?.description,
                fingerprint: finding.fingerprint
            )
        }

        /// Returns `true` if the entry's rule ran or no longer exists. If such an entry matches no finding, it is stale.
        package func mayBeStale(in report: LintReport, among rules: [RuleDescription]) -> Bool {
            report.rules.contains { $0.rawValue == rule } || !rules.contains { $0.id.rawValue == rule }
        }
    }

    package var entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }

    /// Creates a baseline from a report's findings. Leaves out findings that only a suppression can accept, such as invented
    /// frames.
    public init(_ report: LintReport) {
        entries = report.findings.filter { !RuleID.guards.contains($0.rule) }.map(Entry.init)
    }

    /// Returns the findings of a report that are not in the baseline, and the entries that no longer match anything. Each entry
    /// accepts one identical finding, either in the same place or, if the folder was moved, in a different one.
    package func applied(to report: LintReport) -> (report: LintReport, stale: [Entry]) {
        struct Place: Hashable {
            let fingerprint, rule: String
            let sequence: FilePath?
        }
        var stale = entries.map { (entry: $0, isUsed: false) }
        func isNew(_ findings: [Finding], byPlace: Bool) -> [Finding] {
            var waiting = Dictionary(grouping: stale.indices.filter { !stale[$0].isUsed }) { index in
                let entry = stale[index].entry
                let sequence = byPlace ? FilePath(entry.sequence) : nil
                return Place(fingerprint: entry.fingerprint, rule: entry.rule, sequence: sequence)
            }
            return findings.filter { finding in
                if RuleID.guards.contains(finding.rule) { return true }
                let sequence = byPlace ? FilePath(finding.canonicalSequence) : nil
                let place = Place(fingerprint: finding.fingerprint, rule: finding.rule.rawValue, sequence: sequence)
                guard let index = waiting[place]?.popLast() else { return true }
                stale[index].isUsed = true
                return false
            }
        }
        var result = report
        result.findings = isNew(isNew(report.findings, byPlace: true), byPlace: false)
        result.baselined += report.findings.count - result.findings.count
        return (result, stale.filter { !$0.isUsed }.map(\.entry))
    }

    /// The text of the baseline file, with one entry per line.
    public var text: String {
        let lines = entries.map { entry in
            JSONValue.object([
                ("rule", .string(entry.rule)), ("sequence", .string(entry.sequence)),
                ("frames", .optional(entry.frames)), ("fingerprint", .string(entry.fingerprint)),
            ]).text
        }
        let body = lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n"
        return "{\"version\":\(Self.version),\"findings\":[\(body)]}\n"
    }

    private enum Key: String, CaseIterable { case version, findings }
    private enum EntryKey: String, CaseIterable { case rule, sequence, frames, fingerprint }

    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        let document = ManifestDecoder(node)
        var entries: [Entry] = []
        if let values = document.mapping(keys: Key.self) {
            if let version = values[.version] {
                _ = version.wholeNumber(in: Self.version...Self.version)
            } else {
                document.fault("the version is missing; \(remedy: .set(.baseline)) creates such files")
            }
            entries = (values[.findings]?.list(expected: "a list of findings") ?? []).compactMap(Self.entry)
        }
        try document.finish(file)
        self.init(entries: entries)
    }

    private static func entry(_ finding: ManifestDecoder) -> Entry? {
        guard let values = finding.mapping(keys: EntryKey.self) else { return nil }
        func text(_ key: EntryKey) -> String? {
            guard let value = values[key]
            else { return key == .frames ? nil : finding.refuse(key.rawValue, "this key is missing") }
            return key == .frames && value.node.kind == .null ? nil : value.text()
        }
        let (rule, sequence, frames, fingerprint) = (text(.rule), text(.sequence), text(.frames), text(.fingerprint))
        guard let rule, let sequence, let fingerprint else { return nil }
        return Entry(rule: rule, sequence: sequence, frames: frames, fingerprint: fingerprint)
    }
}

/// The folders and files that a run linted. Earlier findings about other files may still be valid.
package struct LintedPlaces: Sendable {
    private var folders: Set<[String]> = []
    private var names: Set<[String]> = []
    private var trees: [[String]]

    package init(_ evidence: [FolderEvidence], trees: [FilePath] = []) {
        self.trees = trees.map { Self.parts($0.description) }
        for folder in evidence { add(folder) }
    }

    private mutating func add(_ folder: FolderEvidence) {
        names.insert(Self.parts(folder.name))
        for subject in folder.subjects where folder.extent != .files || subject.kind == .animation {
            names.insert(Self.parts(subject.name))
            if let pattern = subject.pattern {
                names.insert(Self.parts(FilePath(pattern.canonical.description).description))
            }
        }
        if folder.extent == .folder { folders.insert(Self.parts(folder.givenPath.description)) }
        for localization in folder.localizations { add(localization.folder) }
    }

    /// Returns `true` if the run would have found the entry's finding again. A linted folder also covers deleted files.
    package func contain(_ entry: LintBaseline.Entry) -> Bool {
        let place = Self.parts(entry.sequence)
        return names.contains(place) || folders.contains(place)
            || !place.isEmpty && folders.contains(Array(place.dropLast())) || trees.contains { place.starts(with: $0) }
    }

    private static func parts(_ path: String) -> [String] {
        // A leading slash is a separate component.
        (path.utf8.first == UInt8(ascii: "/") ? ["/"] : []) + FilePath(path).components.filter { $0 != "." }
    }
}

extension Finding {
    /// Sixteen hexadecimal digits that identify the finding across runs: a hash of the rule, the last component of the
    /// sequence's canonical name, the frames, and the measured value. Neither moving the folder nor rewording the message
    /// changes them.
    package var fingerprint: String {
        var texts = ["1", rule.rawValue]
        // All files of a sequence have the sequence's name; the frame number identifies a file within the sequence.
        if frames != nil || files.isEmpty { texts.append(FilePath(canonicalSequence).components.last ?? "") }
        if let frames { texts.append(frames.description) }
        if frames == nil || files.count == 1 { texts += files.map(\.lastComponent) }
        // 64-bit FNV-1a (RFC 9923), which is the same on every machine, unlike Swift's hash. A zero byte ends each string.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts + [measured ?? ""] {
            for byte in Array(text.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return hash.digits(16, radix: 16)
    }
}
