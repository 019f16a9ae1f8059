package import FlipbookCore

extension SequenceManifest {
    /// The manifest that a tree of values means.
    ///
    /// - Parameter file: where the tree was read from, for messages.
    /// - Throws: `ManifestError` with every mistake: keys that do not exist or come twice, values
    ///   of another kind or out of their bounds, and parts that contradict each other.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        self.init()
        var decoder = ManifestDecoder()
        let passedOver = PassedOverManifestKey.allCases.map(\.rawValue)
        let viewKeys = ManifestView.fields.map(\.key)
        if let values = decoder.mapping(node, "", keys: ManifestKey.self, passingOver: passedOver, ofViews: viewKeys) {
            // In the order of the keys, so that the same text always gives the same messages.
            for row in ManifestRow.all {
                if let value = values[row.key] { row.read(value, &decoder, &self) }
            }
            check(node, values, with: &decoder)
        }
        if let faults = decoder.faultsInOrder { throw ManifestError(file: file, faults: faults) }
    }

    /// Refuses what each key may say and all of them together may not.
    private func check(
        _ node: ManifestNode,
        _ values: [ManifestKey: ManifestNode],
        with decoder: inout ManifestDecoder
    ) {
        if values[.animationImages] == nil, values[.image] == nil, values[.timeline] == nil {
            if values[.views] == nil {
                decoder.fault(
                    node.position,
                    "",
                    "there is nothing to show; add animationImages: a pattern or a list of files"
                )
            } else if values[.size] == nil {
                decoder.fault(node.position, "", "the canvas has no size; add size: 640x360, or animationImages")
            }
        }
        checkViews(values, with: &decoder)
        checkResizing(values, with: &decoder)
        checkTimeline(values, with: &decoder)
        guard let duration = values[.animationDuration], properties.animationDuration > .zero else {
            return
        }
        if properties.frameRate != nil {
            decoder.fault(
                duration.position,
                ManifestKey.animationDuration.rawValue,
                "frameRate says already how fast the frames go; remove one of the two"
            )
        }
        if case .list(let entries) = animationImages, entries.contains(where: \.hasDuration) {
            decoder.fault(
                duration.position,
                ManifestKey.animationDuration.rawValue,
                "the frames have durations of their own, and their sum is the cycle; remove this key"
            )
        }
    }
}

extension SequenceManifest {
    /// Refuses what a timeline has in another way.
    private func checkTimeline(_ values: [ManifestKey: ManifestNode], with decoder: inout ManifestDecoder) {
        guard values[.timeline] != nil else { return }
        for key in [ManifestKey.animationImages, .highlightedAnimationImages, .animationDuration] {
            guard let node = values[key] else { continue }
            let fact =
                key == .animationDuration ? "its clips say how long it lasts" : "it says already which frames are shown"
            decoder.fault(node.position, key.rawValue, "there is a timeline, and \(fact); remove one of the two")
        }
    }

    /// Refuses two views of one id, and what happens to a view that is not there.
    private func checkViews(_ values: [ManifestKey: ManifestNode], with decoder: inout ManifestDecoder) {
        let ids = (views ?? []).flatMap(\.tree).compactMap(\.id)
        var known: Set<String> = []
        for id in ids where !known.insert(id).inserted {
            decoder.fault(
                values[.views]?.position ?? ManifestNode.Position(line: 1, column: 1),
                ManifestKey.views.rawValue,
                "two views have the id \(id.escapingControlCharacters); give each its own"
            )
        }
        guard case .list(let nodes)? = values[.animations]?.content else { return }
        for (index, node) in nodes.enumerated() {
            let path = "animations[\(index)]"
            let (own, triggering) = (node.value(ofKey: "view"), node.value(ofKey: "trigger")?.value(ofKey: "view"))
            let named = [("\(path).view", own), ("\(path).trigger.view", triggering)]
            for case (let path, let node?) in named {
                guard let id = node.numberOrText, !known.contains(id) else { continue }
                let advice = nearestWord(to: id, among: ids).map { "did you mean '\($0)'?" }
                let others =
                    known.isEmpty
                    ? "give a view this id" : "the ids are \(known.sorted().prefix(12).joined(separator: ", "))"
                let fact = "no view has the id '\(id.escapingControlCharacters)'"
                decoder.fault(node.position, path, "\(fact); \(advice ?? others)")
            }
        }
    }

    /// Refuses two ways of cutting a picture at once.
    private func checkResizing(_ values: [ManifestKey: ManifestNode], with decoder: inout ManifestDecoder) {
        let ways: [[ManifestKey]] = [
            [.capInsets, .resizingMode], [.leftCapWidth, .topCapHeight], [.contentStretch],
        ]
        let given = ways.compactMap { way in way.first { values[$0] != nil } }
        guard let first = given.first else { return }
        for key in given.dropFirst() {
            guard let node = values[key] else { continue }
            decoder.fault(
                node.position,
                key.rawValue,
                "\(first.rawValue) says already how pictures are cut; remove one of the two"
            )
        }
    }
}

extension ManifestNode {
    /// The value of a key, or `nil` if there is no such key.
    fileprivate func value(ofKey key: String) -> ManifestNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

extension SequenceManifest.Entry {
    /// A Boolean value that indicates a frame that says how long it is shown.
    var hasDuration: Bool {
        if case .duration = timing { true } else { false }
    }
}
