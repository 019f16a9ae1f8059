import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene

struct SceneExplanation {
    let name: String
    let moment: SceneMoment

    var text: String {
        let scale = moment.scale == 1 ? "" : ", \(moment.scale.shortest) pixels per point"
        let levels = moment.levels.map { ", values \($0) from black to white" } ?? ""
        var lines = [
            "\(name) at \(Self.seconds(moment.time)) of \(Self.seconds(moment.length)): canvas \(moment.size) "
                + "pixels\(scale)\(levels)",
            "",
            "Views, with their values at this moment:",
        ]
        for (index, place) in moment.places.enumerated() {
            // Views outside the sequence's tree are drawn on top of it.
            let name = index == 0 ? "the sequence" : place.depth == 0 ? "an overlay" : "a view"
            lines.append(String(repeating: "  ", count: place.depth + 1) + line(of: place, called: name))
        }
        lines += ["", "Painted, from bottom to top:"]
        var depth = 1
        for item in moment.list.items {
            if item == .end { depth -= 1 }
            if let line = line(of: item) { lines.append(String(repeating: "  ", count: depth) + line) }
            if case .begin = item { depth += 1 }
        }
        if moment.list.items.isEmpty { lines.append("  nothing") }
        if !moment.gestures.isEmpty { lines += ["", "Gestures with an effect:"] }
        lines += moment.gestures.map { "  \(Self.seconds($0.time)): \(Self.text($0.trigger))" }
        return lines.joined(separator: "\n")
    }

    private func line(of place: SceneMoment.Place, called name: String) -> String {
        let (layer, plain) = (place.layer, Layer())
        var facts = [layer.id?.escapingControlCharacters ?? name]
        facts.append("frame \(Self.text(layer.frame))")
        if layer.bounds.origin != .zero { facts.append("bounds \(Self.text(layer.bounds))") }
        if !layer.transform.isIdentity { facts.append(Self.text(TransformParts(layer.transform))) }
        if layer.alpha != 1 { facts.append("alpha \(Self.text(layer.alpha))") }
        if layer.isHidden { facts.append("hidden") }
        if layer.isOpaque { facts.append("opaque") }
        if layer.clipsToBounds { facts.append("clips") }
        if layer.cornerRadius != 0 { facts.append("corner radius \(Self.text(layer.cornerRadius))") }
        if place.picture != nil, layer.contentMode != plain.contentMode { facts.append(layer.contentMode.name) }
        if let background = layer.backgroundColor { facts.append("background \(background)") }
        if let tint = layer.tintColor { facts.append("tint \(tint)") }
        if let shadow = layer.shadow { facts.append("shadow \(shadow.color) \(Self.text(shadow.opacity))") }
        facts.append(place.picture.map { "shows \($0)" } ?? "shows no picture")
        return facts.joined(separator: ", ")
    }

    private func line(of item: DisplayList.Item) -> String? {
        switch item {
        case .end: return nil
        case .begin(let group):
            var facts = ["group"]
            if group.alpha != 1 { facts.append("alpha \(Self.text(group.alpha))") }
            if let passage = group.passage {
                facts.append("a transition, \(Self.text(passage.progress * 100)) % done")
            } else if let clip = group.clip {
                facts.append("clipped to \(Self.text(clip.frame))")
            }
            if group.shadow != nil { facts.append("with a shadow") }
            return facts.joined(separator: ", ") + ":"
        case .layer(let layer):
            var facts: [String] = []
            switch layer.contents {
            case .nothing: facts.append(layer.backgroundColor.map { "\($0)" } ?? "nothing")
            case .black: facts.append("black")
            case .picture(let picture): facts.append("\(moment.files[picture.drawing] ?? FilePath("image data"))")
            case .stack(let contents): facts.append("\(contents.count) stacked pictures")
            case .transition(_, _, _, let progress): facts.append("a transition, \(Self.text(progress * 100)) % done")
            }
            facts.append("in \(Self.text(layer.frame))")
            if !layer.transform.isIdentity { facts.append(Self.text(TransformParts(layer.transform))) }
            if layer.alpha != 1 { facts.append("alpha \(Self.text(layer.alpha))") }
            return facts.joined(separator: ", ")
        }
    }

    private static func text(_ trigger: GestureTrigger) -> String {
        let name = trigger.gesture.rawValue.replacing(/[A-Z]/) { " " + $0.output.lowercased() }
        return "a \(name) on \(trigger.view?.escapingControlCharacters ?? "the sequence")"
    }

    private static func seconds(_ time: RationalTime) -> String { "\(text(time.seconds)) s" }

    private static func text(_ number: Double) -> String {
        // Adding 0 removes the sign of a negative zero.
        ((number * 1000).rounded() / 1000 + 0).shortest
    }

    private static func text(_ rect: Rect) -> String {
        "(" + [rect.minX, rect.minY, rect.width, rect.height].map(text).joined(separator: ", ") + ")"
    }

    private static func text(_ parts: TransformParts) -> String {
        var facts: [String] = []
        let (turn, lean) = (text(parts.rotation), text(parts.shear))
        let (x, y) = (text(parts.scale.x), text(parts.scale.y))
        if turn != "0" { facts.append("rotated by \(turn) degrees") }
        if x != "1" || y != "1" { facts.append("scaled by \(x == y ? x : "\(x) and \(y)")") }
        if lean != "0" { facts.append("skewed by \(lean)") }
        if parts.translation != .zero {
            facts.append("moved by (\(text(parts.translation.x)), \(text(parts.translation.y)))")
        }
        return facts.joined(separator: " ")
    }
}
