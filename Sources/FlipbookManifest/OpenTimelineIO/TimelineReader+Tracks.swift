internal import FlipbookCore

extension TimelineReader {
    /// What lies over the other in a stack of tracks is a row each.
    private mutating func readStack(_ node: ManifestNode, _ path: String) -> TimelineRows {
        var stack = TimelineRows()
        for (index, child) in (node["children"]?.list ?? []).enumerated() {
            guard child.schema != "Track" || child["kind"]?.string ?? "Video" == "Video" else {
                passOver("a track of \(child["kind"]?.string ?? "another kind")")
                continue
            }
            let path = "\(path.isEmpty ? "" : path + ".")children[\(index)]"
            stack.lay(readItem(child, path))
            guard stack.rows.count <= SequenceManifest.largestViewCount else {
                fault(
                    node,
                    path,
                    "there are more than \(SequenceManifest.largestViewCount) video tracks over one another"
                )
                return TimelineRows()
            }
        }
        return stack
    }

    private mutating func readTrack(_ node: ManifestNode, _ path: String) -> TimelineRows {
        var track = TimelineRows()
        var isAfterTransition = false
        for (index, child) in (node["children"]?.list ?? []).enumerated() {
            let path = "\(path.isEmpty ? "" : path + ".")children[\(index)]"
            if child.schema == "Transition" {
                readTransition(child, path, after: &track, &isAfterTransition)
                continue
            }
            let rows = readItem(child, path)
            if isAfterTransition { checkPassage(of: rows, child, path) }
            isAfterTransition = false
            do throws(TimelineRows.Fault) { try track.append(rows) } catch {
                fault(child, path, error.message)
            }
            guard track.rows.count <= SequenceManifest.largestViewCount,
                track.rows.reduce(0, { $0 + $1.count }) <= Timeline.largestItemCount
            else {
                fault(
                    node,
                    path,
                    "there are more clips than \(Timeline.largestItemCount), or too many tracks over one another"
                )
                return track
            }
        }
        return track
    }

    /// A clip, a gap, or the tracks in a track or a stack.
    mutating func readItem(_ node: ManifestNode, _ path: String) -> TimelineRows {
        if !(node["markers"]?.list ?? []).isEmpty { passOver("markers") }
        switch node.schema {
        case "Clip": return readClip(node, path)
        case "Gap":
            let range = range(node["source_range"], "\(path).source_range", in: node)
            return TimelineRows(gap: range?.duration ?? .zero)
        case "Stack", "Track":
            let all = node.schema == "Track" ? readTrack(node, path) : readStack(node, path)
            guard let rows = trimmed(all, node, path), let speed = speed(node, path) else { return TimelineRows() }
            if speed != 1 {
                fault(node, path, "tracks that are played faster or slower are not read; time their clips instead")
            }
            guard !node.isDisabled else { return TimelineRows(gap: rows.duration ?? .zero) }
            return rows
        case let schema:
            let noun = (schema ?? "nothing").escapingControlCharacters
            fault(node, path, "'\(noun)' is not read; a track has clips, gaps, transitions, tracks and stacks")
            return TimelineRows()
        }
    }

    /// The part of tracks that their `source_range` says; `nil` where that is a mistake.
    private mutating func trimmed(_ rows: TimelineRows, _ node: ManifestNode, _ path: String) -> TimelineRows? {
        guard let trim = node["source_range"], trim.schema != nil else { return rows }
        let path = "\(path.isEmpty ? "" : path + ".")source_range"
        guard let range = range(trim, path, in: node) else { return nil }
        do throws(TimelineRows.Fault) {
            return try rows.trimmed(from: range.start, duration: range.duration)
        } catch {
            fault(trim, path, error.message)
            return nil
        }
    }

    /// Refuses a transition from or to tracks that lie over one another: it would have to take place in all at once.
    private mutating func checkPassage(of rows: TimelineRows, _ node: ManifestNode, _ path: String) {
        guard rows.rows.count > 1 else { return }
        fault(
            node,
            path,
            "a transition beside several tracks is not read; flatten them first, as 'otiotool --flatten=video' does"
        )
    }

    private mutating func readTransition(
        _ node: ManifestNode,
        _ path: String,
        after track: inout TimelineRows,
        _ isAfterTransition: inout Bool
    ) {
        guard let before = time(node["in_offset"], "\(path).in_offset", in: node),
            let after = time(node["out_offset"], "\(path).out_offset", in: node)
        else { return }
        let duration = before + after
        guard duration > .zero else { return }
        if isAfterTransition { return fault(node, path, "two transitions follow one another") }
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
        if track.endsInSeveralRows {
            return fault(
                node,
                path,
                "a transition beside several tracks is not read; flatten them first, as 'otiotool --flatten=video' does"
            )
        }
        isAfterTransition = true
        let passage = Timeline.Passage(transition, duration: duration, inOffset: before)
        track.append(passage, at: node.position)
    }
}
