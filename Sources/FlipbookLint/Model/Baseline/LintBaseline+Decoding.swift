package import FlipbookCore

extension LintBaseline {
    private enum Key: String, CaseIterable { case version, findings }
    private enum EntryKey: String, CaseIterable { case rule, sequence, frames, fingerprint }

    /// The baseline that a tree of values means.
    /// - Parameter file: where the tree was read from, for messages.
    /// - Throws: `ManifestError` with every mistake.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        var decoder = ManifestDecoder()
        var entries: [Entry] = []
        if let values = decoder.mapping(node, "", keys: Key.self) {
            if let version = values[.version] {
                _ = decoder.wholeNumber(version, "version", in: Self.version...Self.version)
            } else {
                decoder.fault(
                    node.position,
                    "",
                    "there is no version; \(remedy: .set(.baseline)) makes such files"
                )
            }
            if let findings = values[.findings] {
                let items = decoder.list(findings, "findings", expected: "a list of findings")
                entries = items.compactMap { path, node in Self.entry(node, path, with: &decoder) }
            }
        }
        if let faults = decoder.faultsInOrder { throw ManifestError(file: file, faults: faults) }
        self.init(entries: entries)
    }

    private static func entry(
        _ node: ManifestNode,
        _ path: String,
        with decoder: inout ManifestDecoder
    ) -> Entry? {
        guard let values = decoder.mapping(node, path, keys: EntryKey.self) else { return nil }
        var texts: [EntryKey: String] = [:]
        for key in EntryKey.allCases {
            let place = "\(path).\(key.rawValue)"
            guard let value = values[key] else {
                if key != .frames { decoder.fault(node.position, place, "this key is missing") }
                continue
            }
            if key == .frames, value.kind == .null { continue }
            texts[key] = decoder.text(value, place)
        }
        guard let rule = texts[.rule], let sequence = texts[.sequence], let fingerprint = texts[.fingerprint] else {
            return nil
        }
        let print = FindingFingerprint(text: fingerprint)
        return Entry(rule: rule, sequence: sequence, frames: texts[.frames], fingerprint: print)
    }
}
