package import ArgumentParser
import FlipbookCore
import FlipbookManifest
import FlipbookMedia
import FlipbookScene

/// The events that happen to a scene.
package struct SceneOptions: ParsableArguments {
    package init() {}

    @Option(
        "<file> Replay taps, long presses and pans on the views of a manifest: [{\"tap\": \"button\", \"at\": 0.5}].",
        completion: .file(extensions: ["json", "yaml"])
    )
    package var events: String?

    func apply(to scene: inout SceneSettings?) throws {
        guard let name = events else { return }
        let path = FilePath(name)
        guard scene != nil else {
            throw Failure.usage("--events: the input has no views that events could reach; name a manifest with views.")
        }
        scene?.events = try [SceneEvent](reading: path)
        let ids = (scene?.views ?? []).flatMap(\.tree).compactMap(\.id)
        for event in scene?.events ?? [] {
            guard case .view(let id) = event.place, !ids.contains(id) else { continue }
            let advice =
                nearestWord(to: id, among: ids).map { "Did you mean '\($0)'?" } ?? "Give a place, or a view's id."
            throw Failure.usage("\(path): no view has the id '\(id.escapingControlCharacters)'. \(advice)")
        }
    }
}
