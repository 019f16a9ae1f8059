internal import FlipbookCore
internal import FlipbookScene

extension TimelineReader {
    /// What lies over the other in a stack of tracks is a row each.
    private mutating func readStack(_ node: ManifestNode, _ path: String) -> TimelineRows {
        var stack = TimelineRows()
        for (index, child) in (node["children"]?.list ?? []).enumerated() {
            guard child.schema != "Track" || child["kind"]?.string ?? "Video" == "Video" else {
                passOver("a track of \(child["kind"]?.string ?? "another kind")")
                continue
            }
            let path = self.path(of: "children[\(index)]", in: path)
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
        let children = node["children"]?.list ?? []
        for (index, child) in children.enumerated() {
            let path = self.path(of: "children[\(index)]", in: path)
            if child.schema == "Transition" {
                readTransition(child, path, after: &track, &isAfterTransition)
                continue
            }
            let isBesideTransition = isAfterTransition || children.dropFirst(index + 1).first?.schema == "Transition"
            let rows = readItem(child, path, isOne: isBesideTransition)
            isAfterTransition = false
            do throws(TimelineRows.Fault) { try track.append(rows) } catch {
                fault(child, path, error.message)
            }
            guard track.rows.count <= SequenceManifest.largestViewCount,
                track.rows.reduce(0, { $0 + $1.entries.count }) <= Timeline.largestItemCount
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
    /// - Parameter isOne: Whether tracks over one another have to be one clip, since a transition goes from or to them.
    mutating func readItem(_ node: ManifestNode, _ path: String, isOne: Bool = false) -> TimelineRows {
        if !(node["markers"]?.list ?? []).isEmpty { passOver("markers") }
        switch node.schema {
        case "Clip": return readClip(node, path)
        case "Gap":
            let range = range(node["source_range"], "\(path).source_range", in: node)
            return TimelineRows(gap: range?.duration ?? .zero)
        case "Stack", "Track":
            let all = node.schema == "Track" ? readTrack(node, path) : readStack(node, path)
            guard let speed = speed(node, path),
                let rows = shown(of: all, node, path, speed, isOne: isOne && all.rows.count > 1)
            else { return TimelineRows() }
            guard !node.isDisabled else { return TimelineRows(gap: rows.duration ?? .zero) }
            return rows
        case let schema:
            let noun = schema.map { "'\($0.escapingControlCharacters)'" } ?? "\(node.summary), without OTIO_SCHEMA,"
            fault(node, path, "\(noun) is not read; a track has clips, gaps, transitions, tracks and stacks")
            return TimelineRows()
        }
    }

    /// The shown part of tracks: the part that their `source_range` says, as fast as their effects say, or `nil` if one of them
    /// is a mistake.
    private mutating func shown(
        of rows: TimelineRows,
        _ node: ManifestNode,
        _ path: String,
        _ speed: RationalTime,
        isOne: Bool
    ) -> TimelineRows? {
        var part: (start: RationalTime, duration: RationalTime)?
        let trim = node["source_range"].flatMap { $0.schema == nil ? nil : $0 }
        let place = trim == nil ? path : self.path(of: "source_range", in: path)
        if let trim {
            part = range(trim, place, in: node)
            guard let part else { return nil }
            if manifest.frameRate == nil { manifest.frameRate = FrameRate(otioRate: trim["duration"]?["rate"]) }
            if speed == 1, !isOne {
                do throws(TimelineRows.Fault) {
                    return try rows.trimmed(from: part.start, duration: part.duration)
                } catch {
                    // As one clip they can be cut anywhere.
                    guard rows.duration != nil else {
                        fault(trim, place, error.message)
                        return nil
                    }
                }
            }
        } else if speed == 1, !isOne {
            return rows
        }
        do throws(TimelineRows.Fault) {
            return try rows.asOne(part, at: speed, in: manifest.frameRate ?? .imageViewDefault, node.position)
        } catch {
            fault(trim ?? node, place, error.message)
            return nil
        }
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
                do throws(ParsingError) { color = try Color(parsing: text) } catch {
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
        isAfterTransition = true
        let passage = Timeline.Passage(transition, duration: duration, inOffset: before)
        track.append(passage, at: node.position)
    }
}
