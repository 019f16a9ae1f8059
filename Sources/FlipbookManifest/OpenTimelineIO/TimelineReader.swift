internal import FlipbookCore

/// A timeline of OpenTimelineIO, as a manifest with a `timeline`.
///
/// Follows OpenTimelineIO's schemas: `Timeline`, `Stack`, `Track`, `Clip` with image sequence and external references, `Gap`,
/// `Transition`, `LinearTimeWarp` and `FreezeFrame`. Of several video tracks, the upper ones are views over the lowest. What
/// changes nothing that is seen (sound,
/// markers, metadata) is passed over; what would, is refused with its place.
struct TimelineReader {
    private var faults: [ManifestFault] = []
    var notes: [String] = []
    var manifest = SequenceManifest()
    var items: [(item: Timeline.Item, position: ManifestNode.Position)] = []
    /// The items of the tracks over the lowest one, in the order in which they lie over it.
    var upperTracks: [[Timeline.Item]] = []
    /// The largest time, in seconds.
    static let longestTime = 1e9
    /// What was passed over, each kind once.
    private var passedOver: [String] = []

    /// The manifest that a tree of values means, what its author may want to know, and where each item stands.
    /// - Throws: `ManifestError` with every mistake.
    static func read(_ node: ManifestNode, file: FilePath) throws(ManifestError) -> (
        manifest: SequenceManifest, notes: [String], positions: [ManifestNode.Position]
    ) {
        var reader = TimelineReader()
        reader.readRoot(node)
        if reader.faults.isEmpty {
            let hasClip = reader.items.contains { if case .clip = $0.item { true } else { false } }
            if !hasClip { reader.fault(node, "", "there is no clip to show") }
        }
        guard reader.faults.isEmpty else { throw ManifestError(file: file, faults: reader.faults) }
        reader.manifest.timeline = Timeline(reader.items.map(\.item))
        if !reader.upperTracks.isEmpty {
            reader.manifest.views = reader.upperTracks.map { track in
                var view = ManifestView()
                (view.timeline, view.contentMode) = (Timeline(track), .scaleAspectFit)
                var pins = ViewPins()
                pins.fit = .both
                view.pins = pins
                return view
            }
            // Each track is shown once, and nothing of it where another one lasts longer.
            reader.manifest.animationRepeatCount = 1
        }
        var notes = reader.notes.map { "\(file): \($0)" }
        if !reader.passedOver.isEmpty {
            let kinds = reader.passedOver.map(\.escapingControlCharacters).joined(separator: ", ")
            notes.append("\(file): passed over, since pictures are read alone: \(kinds)")
        }
        return (reader.manifest, notes, reader.items.map(\.position))
    }

    mutating func fault(_ node: ManifestNode, _ path: String, _ message: String) {
        guard faults.count < ManifestError.largestFaultCount else { return }
        faults.append(ManifestFault(at: node.position, path: path, message: message))
    }

    mutating func passOver(_ kind: String) { if !passedOver.contains(kind) { passedOver.append(kind) } }

    private mutating func readRoot(_ node: ManifestNode) {
        if let name = node["name"]?.string, !name.isEmpty { manifest.title = name }
        switch node.schema {
        case "Timeline":
            if let rate = node["global_start_time"].flatMap({ FrameRate(otioRate: $0["rate"]) }) {
                manifest.frameRate = rate
            }
            guard let tracks = node["tracks"] else {
                return fault(node, "tracks", "the key is missing: the tracks of the timeline")
            }
            readStack(tracks, "tracks")
        case "Stack": readStack(node, "")
        case "Track": readTrack(node, "")
        case "Clip": readItem(node, "")
        case nil: fault(node, "OTIO_SCHEMA", "the key is missing, so this is no timeline of OpenTimelineIO")
        case let schema?:
            fault(
                node,
                "OTIO_SCHEMA",
                "'\(schema.escapingControlCharacters)' is no timeline; export a Timeline, a Track or a Clip"
            )
        }
    }
}
