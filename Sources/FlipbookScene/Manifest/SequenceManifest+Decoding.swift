package import FlipbookCore

extension SequenceManifest {
    /// Decodes a manifest. The error lists every mistake.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        self.init()
        let decoder = ManifestDecoder(node)
        let values = decoder.mapping(
            names: ManifestRow.all.map(\.base.key),
            passingOver: PassedOverManifestKey.allCases.map(\.rawValue),
            ofViews: ManifestView.fields.map(\.key)
        )
        if let values {
            values.read(ManifestRow.all.map(\.base), into: &self)
            check(decoder, Dictionary(uniqueKeysWithValues: values.map { (ManifestKey(name: $0), $1) }))
        }
        try decoder.finish(file)
    }

    /// Reports contradictions between keys.
    private func check(_ manifest: ManifestDecoder, _ values: [ManifestKey: ManifestDecoder]) {
        if values[.animationImages] == nil, values[.image] == nil, values[.timeline] == nil {
            if values[.views] == nil {
                manifest.fault("there is nothing to show; add animationImages: a pattern or a list of files")
            } else if values[.size] == nil {
                manifest.fault("the canvas has no size; add size: 640x360, or animationImages")
            }
        }
        checkIDs(values)
        let ways: [[ManifestKey]] = [[.capInsets, .resizingMode], [.leftCapWidth, .topCapHeight], [.contentStretch]]
        let given = ways.compactMap { way in way.first { values[$0] != nil } }
        for key in given.dropFirst() {
            values[key]?.fault("\(given[0].rawValue) already sets how pictures stretch; remove one of the two")
        }
        if values[.timeline] != nil {
            let shown = "it already sets the frames"
            for (key, fact) in [
                (ManifestKey.animationImages, shown), (.highlightedAnimationImages, shown),
                (.animationDuration, "its clips set its duration"), (.transition, "it has its own transitions"),
            ] { values[key]?.fault("there is a timeline, and \(fact); remove one of the two") }
        }
        guard let duration = values[.animationDuration], properties.animationDuration > .zero else { return }
        if properties.frameRate != nil { duration.fault("frameRate already sets the speed; remove one of the two") }
        if animationImages?.hasDurations ?? false {
            duration.fault("the frames have their own durations, which add up to the cycle; remove this key")
        }
    }

    private func checkIDs(_ values: [ManifestKey: ManifestDecoder]) {
        let ids = (views ?? []).flatMap(\.tree).compactMap(\.id)
        var known: Set<String> = []
        for id in ids where !known.insert(id).inserted {
            values[.views]?.fault("two views have the id \(id.escapingControlCharacters); give each view its own id")
        }
        for (index, node) in (values[.animations]?.node.list ?? []).enumerated() {
            for (key, view) in [("view", node["view"]), ("trigger.view", node["trigger"]?["view"])] {
                guard let view, let id = view.numberOrText, !known.contains(id) else { continue }
                let advice =
                    nearestWord(to: id, among: ids).map { "did you mean '\($0)'?" }
                    ?? (known.isEmpty
                        ? "give a view this id" : "the ids are \(known.sorted().prefix(12).joined(separator: ", "))")
                let fact: Explanation = "no view has the id '\(id.escapingControlCharacters)'; \(advice)"
                values[.animations]?.fault(fact, at: view.position, path: "animations[\(index)].\(key)")
            }
        }
    }
}
