internal import FlipbookCore
internal import FlipbookScene

/// A timeline of OpenTimelineIO, as a manifest with a `timeline`.
///
/// Follows OpenTimelineIO's schemas: `Timeline`, `Stack`, `Track`, `Clip` with image sequence and external references, `Gap`,
/// `Transition`, `LinearTimeWarp` and `FreezeFrame`. Tracks within tracks are laid out in the time of the outermost. Of several
/// that lie over one another, the upper ones are views over the lowest; where they are played faster, or a transition goes from
/// or to them, they are one clip. What changes nothing that is seen (sound, markers, metadata) is passed over; what would,
/// is refused with its place.
struct TimelineReader {
    private var faults: [ManifestFault] = []
    var notes: [String] = []
    var manifest = SequenceManifest()
    /// How deep values may lie: tracks in tracks, and the metadata of other programs.
    static let largestDepth = 64
    /// The largest time, in seconds.
    static let longestTime = 1e9
    /// The largest frame number that a clip begins with.
    static let largestNumber = 999_999_999_999_999
    /// The largest distance between two frame numbers.
    static let largestStep = 1_000_000_000
    /// What was passed over, each kind once.
    private var passedOver: [String] = []

    /// The manifest that a tree of values means, what its author may want to know, and where the items of each timeline
    /// stand.
    /// - Throws: `ManifestError` with every mistake.
    static func read(_ node: ManifestNode, file: FilePath) throws(ManifestError) -> (
        manifest: SequenceManifest, notes: [String], positions: [String: [ManifestNode.Position]]
    ) {
        var reader = TimelineReader()
        var shown = TimelineRows()
        shown.lay(reader.readRoot(node))
        if reader.faults.isEmpty, shown.rows.isEmpty { reader.fault(node, "", "there is no clip to show") }
        guard reader.faults.isEmpty else { throw ManifestError(file: file, faults: reader.faults) }
        shown.fill()
        let items = shown.rows[0].entries
        reader.manifest.timeline = Timeline(items.map(\.item))
        var positions = [ManifestKey.timeline.rawValue: items.map(\.position)]
        if shown.rows.count > 1 {
            reader.manifest.views = shown.rows.dropFirst().enumerated().map { place, row in
                let key = "\(ManifestKey.views.rawValue)[\(place)].\(ManifestKey.timeline.rawValue)"
                positions[key] = row.entries.map(\.position)
                var view = ManifestView()
                (view.timeline, view.contentMode) = (Timeline(row.entries.map(\.item)), .scaleAspectFit)
                var pins = ViewPins()
                pins.fit = .both
                view.pins = pins
                return view
            }
            // Each row is shown once, and nothing of it where another one lasts longer.
            reader.manifest.animationRepeatCount = 1
        }
        var notes = reader.notes.map { "\(file): \($0)" }
        if !reader.passedOver.isEmpty {
            let kinds = reader.passedOver.map(\.escapingControlCharacters).joined(separator: ", ")
            notes.append("\(file): passed over, since pictures are read alone: \(kinds)")
        }
        return (reader.manifest, notes, positions)
    }

    mutating func fault(_ node: ManifestNode, _ path: String, _ message: String) {
        guard faults.count < ManifestError.largestFaultCount else { return }
        faults.append(ManifestFault(at: node.position, path: path, message: message))
    }

    /// The path of a key of what stands at a path; the file itself has none.
    func path(of key: String, in path: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    mutating func passOver(_ kind: String) { if !passedOver.contains(kind) { passedOver.append(kind) } }

    private mutating func readRoot(_ node: ManifestNode) -> TimelineRows {
        if let name = node["name"]?.string, !name.isEmpty { manifest.title = name }
        switch node.schema {
        case "Timeline":
            if let rate = node["global_start_time"].flatMap({ FrameRate(otioRate: $0["rate"]) }) {
                manifest.frameRate = rate
            }
            guard let tracks = node["tracks"] else {
                fault(node, "tracks", "the key is missing: the tracks of the timeline")
                break
            }
            return readItem(tracks, "tracks")
        case "Stack", "Track", "Clip": return readItem(node, "")
        case nil: fault(node, "OTIO_SCHEMA", "the key is missing, so this is no timeline of OpenTimelineIO")
        case let schema?:
            fault(
                node,
                "OTIO_SCHEMA",
                "'\(schema.escapingControlCharacters)' is no timeline; export a Timeline, a Track or a Clip"
            )
        }
        return TimelineRows()
    }
}
