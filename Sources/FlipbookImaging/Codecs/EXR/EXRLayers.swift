import FlipbookCore

/// The layers of an OpenEXR file: its parts and, within a part, the prefixes of channel names, such as `diffuse` in
/// `diffuse.R`.
struct EXRLayers {
    struct Layer {
        /// The name, or an empty string for channels without a layer in a file with one part.
        let name: String
        let nameInPart: String
        let part: Int
        /// The channels at full resolution. `reducedCount` is the number of channels at lower resolution.
        let channels: [EXRPart.Channel]
        let reducedCount: Int

        /// The rank of a layer: the picture, a pass such as light, or brightness without colors.
        fileprivate enum Rank: Comparable { case unnamed, picture, passes, brightness }

        /// The rank according to the name. Renderers name the picture `Combined`, `beauty`, or `rgba`, sometimes after other
        /// words and a dot.
        fileprivate var rank: Rank {
            if name.isEmpty { return .unnamed }
            let word = name.split(separator: ".").last?.lowercased() ?? ""
            if ["combined", "beauty", "rgba"].contains(word) { return .picture }
            return (shown?.count ?? 0) < 3 ? .brightness : .passes
        }

        fileprivate var shown: [String]? {
            let alpha = named("A") ?? []
            if let colors = named("RGB") ?? named("rgb") { return colors + (named("a") ?? alpha) }
            // Brightness is displayed only if the layer has no chroma channels and no channel X or Z.
            if reducedCount == 0, named("X") == nil, let brightness = named("Y") { return brightness + alpha }
            return nil
        }

        fileprivate var quantity: [String]? {
            if channels.count == 1, reducedCount == 0 { return channels.map(\.name) }
            return named("XYZ") ?? named("xyz")
        }

        private func named(_ letters: String) -> [String]? {
            let found = letters.compactMap { letter in channels.first { $0.letter == String(letter) }?.name }
            return found.count == letters.count ? found : nil
        }
    }

    typealias Selection = (part: Int, shown: [String])

    private let parts: [EXRPart]
    let all: [Layer]

    init(_ parts: [EXRPart]) {
        self.parts = parts
        var all: [Layer] = []
        for (index, part) in parts.enumerated() where !part.isDeep {
            // The name of a file's only part is ignored.
            let partName = parts.count == 1 ? "" : part.name
            let order = part.channels.map(\.layer).distinct
            let channels = Dictionary(grouping: part.channels, by: \.layer)
            for name in order.filter(\.isEmpty) + order.filter({ !$0.isEmpty }) {
                let isWhole = name.isEmpty || name == partName
                let channels = channels[name] ?? []
                let fullName = partName.isEmpty ? name : isWhole ? partName : "\(partName).\(name)"
                let (full, reduced) = (channels.filter(\.isFull), channels.count { !$0.isFull })
                all.append(Layer(name: fullName, nameInPart: name, part: index, channels: full, reducedCount: reduced))
            }
        }
        self.all = all
    }

    var names: [String] { all.map(\.name).filter { !$0.isEmpty }.distinct }

    func selection(_ choice: ChannelChoice) throws(ImageError) -> Selection {
        if all.isEmpty, parts.contains(where: \.isDeep) { throw .unsupported("an OpenEXR file with deep data") }
        var layer: Layer?
        if let name = choice.layer {
            layer = all.first { $0.name == name } ?? all.first { $0.nameInPart == name }
            if layer == nil { throw ImageError(.channels(.noLayer(name, layers: names))) }
        }
        if let names = choice.channels?.names { return try selection(of: names, in: layer) }
        if let layer {
            guard let shown = layer.shown ?? layer.quantity else { throw uncolored(layer) }
            return (layer.part, shown)
        }
        if let main, let shown = main.shown { return (main.part, shown) }
        if let only = all.first, all.count == 1, let shown = only.quantity { return (only.part, shown) }
        throw uncolored(nil)
    }

    private var main: Layer? { colored.min { $0.rank < $1.rank } }

    private var colored: [Layer] { all.filter { $0.shown != nil } }

    func remark(_ choice: ChannelChoice) -> ImageHeader.Remark? {
        guard choice == ChannelChoice(), let main, main.rank >= .passes else { return nil }
        let count = colored.count { $0.rank == main.rank }
        guard count > 1 else { return nil }
        return .firstLayer(main.name, of: count)
    }

    /// Finds channels by name in the layer, or by full name if the layer does not contain them. All channels must be in the
    /// same part.
    private func selection(of names: [String], in layer: Layer?) throws(ImageError) -> Selection {
        let places = layer.map { [$0.part] } ?? parts.indices.filter { !parts[$0].isDeep }
        for part in places {
            let full = parts[part].channels.filter(\.isFull)
            let shown = names.compactMap { name in
                full.first { $0.layer == layer?.nameInPart && $0.letter == name }?.name
                    ?? full.first { $0.name == name }?.name
            }
            if shown.count == names.count { return (part, shown) }
        }
        let known = (layer.map { [$0] } ?? all).flatMap { $0.channels.map(\.name) }
        let letters = layer?.channels.map(\.letter) ?? []
        let missing = names.first { !known.contains($0) && !letters.contains($0) }
        throw ImageError(.channels(missing.map { .noChannel($0, channels: known) } ?? .scattered(names)))
    }

    private func uncolored(_ layer: Layer?) -> ImageError {
        let layers = layer.map { [$0] } ?? all
        let names = layers.flatMap { $0.channels.map(\.name) }
        let reduced = layers.reduce(0) { $0 + $1.reducedCount }
        return ImageError(.channels(.uncolored(layer: layer?.name, channels: names, reduced: reduced)))
    }
}
