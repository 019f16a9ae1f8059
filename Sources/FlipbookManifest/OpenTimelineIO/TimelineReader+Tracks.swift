internal import FlipbookCore

extension TimelineReader {
    mutating func readStack(_ node: ManifestNode, _ path: String) {
        guard refuseTrim(node, path) else { return }
        let children = node["children"]?.list ?? []
        var video: [(node: ManifestNode, path: String)] = []
        for (index, child) in children.enumerated() {
            let path = "\(path.isEmpty ? "" : path + ".")children[\(index)]"
            guard child.schema != "Track" || child["kind"]?.string ?? "Video" == "Video" else {
                passOver("a track of \(child["kind"]?.string ?? "another kind")")
                continue
            }
            // A track without a clip shows nothing.
            let isEmpty = child.schema == "Track" && child["children"]?.list?.allSatisfy { $0.schema == "Gap" } ?? true
            if !isEmpty { video.append((child, path)) }
        }
        guard video.count <= SequenceManifest.largestViewCount else {
            return fault(
                node,
                path,
                "there are \(video.count) video tracks; the most are \(SequenceManifest.largestViewCount)"
            )
        }
        var lowest: [(item: Timeline.Item, position: ManifestNode.Position)] = []
        for (index, (child, path)) in video.enumerated() {
            items = []
            if child.schema == "Track" { readTrack(child, path) } else { readItem(child, path) }
            if index == 0 { lowest = items } else { upperTracks.append(items.map(\.item)) }
        }
        items = lowest
    }

    mutating func readTrack(_ node: ManifestNode, _ path: String) {
        guard refuseTrim(node, path) else { return }
        for (index, child) in (node["children"]?.list ?? []).enumerated() {
            readItem(child, "\(path.isEmpty ? "" : path + ".")children[\(index)]")
        }
    }

    /// Refuses a part of tracks: which clips lie in it, is not worked out.
    private mutating func refuseTrim(_ node: ManifestNode, _ path: String) -> Bool {
        guard let range = node["source_range"], range.schema != nil else { return true }
        fault(
            range,
            "\(path.isEmpty ? "" : path + ".")source_range",
            "a part of a track is not read; trim its clips instead"
        )
        return false
    }

    mutating func add(_ item: Timeline.Item, _ node: ManifestNode) { items.append((item, node.position)) }

    mutating func readItem(_ node: ManifestNode, _ path: String) {
        if !(node["markers"]?.list ?? []).isEmpty { passOver("markers") }
        switch node.schema {
        case "Clip": readClip(node, path)
        case "Gap":
            guard let range = range(node["source_range"], "\(path).source_range", in: node) else { return }
            if range.duration > .zero { add(.gap(range.duration), node) }
        case "Transition": readTransition(node, path)
        case "Stack", "Track":
            fault(
                node,
                path,
                "tracks within tracks are not read; flatten them first, as 'otiotool --flatten=video' does"
            )
        case let schema:
            fault(
                node,
                path,
                "'\((schema ?? "nothing").escapingControlCharacters)' is not read; a track has clips, gaps and transitions"
            )
        }
    }

    private mutating func readTransition(_ node: ManifestNode, _ path: String) {
        guard let before = time(node["in_offset"], "\(path).in_offset", in: node),
            let after = time(node["out_offset"], "\(path).out_offset", in: node)
        else { return }
        let duration = before + after
        guard duration > .zero else { return }
        if case .transition? = items.last?.item { return fault(node, path, "two transitions follow one another") }
        let type = node["transition_type"]?.string ?? "SMPTE_Dissolve"
        var transition = Transition.dissolve
        let own = node["metadata"]?["flipbook"]
        if let name = own?["transition"]?.string.flatMap(TransitionName.init(rawValue:)) {
            let direction = own?["direction"]?.string.flatMap(Transition.Direction.init(rawValue:)) ?? .left
            var color = Color.black
            if let text = own?["color"]?.string {
                do throws(Color.ParsingError) { color = try Color(parsing: text) } catch {
                    return fault(node, "\(path).metadata.flipbook.color", error.explanation.description)
                }
            }
            transition = name.transition(direction, color)
        } else if type != "SMPTE_Dissolve" {
            notes.append(
                "\(node.position.line):\(node.position.column): \(path): the transition '\(type.escapingControlCharacters)' "
                    + "is shown as a dissolve"
            )
        }
        add(.transition(Timeline.Passage(transition, duration: duration, inOffset: before)), node)
    }
}
