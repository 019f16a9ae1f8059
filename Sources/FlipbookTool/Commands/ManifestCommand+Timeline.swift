import FlipbookCore
import FlipbookManifest

extension ManifestCommand {
    /// What a manifest says that a timeline of OpenTimelineIO has no place for, in a sentence; `nil` for nothing.
    func openTimelineNote(_ manifest: SequenceManifest) -> String? {
        let carried = [
            "title", "frameRate", "animationDuration", "animationRepeatCount", "animationImages", "timeline", "missing",
        ]
        // A view that is a track has its place.
        let views = manifest.views ?? []
        let tracks = views.allSatisfy { $0.timeline != nil && $0.pins?.fit == .both }
        var lost = ManifestRow.all.filter { $0.value(manifest) != nil }.map(\.key.rawValue)
            .filter { !carried.contains($0) && !($0 == "views" && tracks) }
        if lost.isEmpty { return nil }
        if let place = lost.firstIndex(of: "views"), views.contains(where: { $0.timeline != nil }) {
            lost[place] = "views but for their timelines"
        }
        return "left out, since OpenTimelineIO has no place for it: \(lost.joined(separator: ", "))"
    }

    /// An input as a timeline of OpenTimelineIO.
    func openTimeline(_ input: SequenceInput, _ manifest: SequenceManifest) throws -> String {
        let rate = manifest.frameRate ?? .imageViewDefault
        let missing = manifest.missing
        do {
            let folder = output.map { FilePath($0).directory } ?? "."
            let paths = try ManifestPaths(manifestFolder: folder, allowsOutside: sequence.allowOutside)
            let rename = { (path: FilePath) throws(ManifestFileError) in try paths.path(of: path) }
            let title = manifest.title
            var writer: TimelineWriter
            if let file = input.file, let timeline = file.manifest.timeline, let locator = input.manifestLocator {
                let located = try locator.located(timeline, of: file)
                // Its inputs as seen from here.
                let seen = try locator.manifest(of: file).timeline ?? timeline
                writer = TimelineWriter(seen, located, title: title, missing: missing, rename: rename)
                let views = try locator.manifest(of: file).views ?? []
                for (index, (view, seen)) in zip(file.manifest.views ?? [], views).enumerated() {
                    guard let timeline = view.timeline, let track = seen.timeline else { continue }
                    let located = try locator.located(timeline, of: file, at: "views[\(index)].timeline")
                    writer.upperTracks.append(
                        TimelineWriter(track, located, title: nil, missing: missing, rename: rename)
                    )
                }
            } else {
                writer = try TimelineWriter(input.frames, at: rate, title: title, missing: missing, rename: rename)
            }
            return try writer.json
        } catch let fault as TimelineWriter.Fault {
            throw Failure.usage("\(FilePath(fault.input)): \(fault.reason).")
        } catch let fault as TimelineFault {
            throw Failure.usage(fault.explanation.sentence)
        }
    }
}
