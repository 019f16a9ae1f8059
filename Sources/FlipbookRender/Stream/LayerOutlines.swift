internal import FlipbookCore
import FlipbookImaging
internal import FlipbookScene

/// The outlines of a scene's layers: the edges and the name of each layer, painted over the scene.
struct LayerOutlines: Sendable {
    private typealias Label = (image: Image, drawing: Int)

    private let labels: [Label?]
    private let canvas: Rect
    private let scale, thickness: Double

    private static let colors = [
        Color(red: 255, green: 0, blue: 255), Color(red: 0, green: 200, blue: 255),
        Color(red: 255, green: 220, blue: 0), Color(red: 60, green: 230, blue: 60),
    ]

    /// Creates the outlines of layers. `names` contains the names of the layers in paint order. A layer whose name is `nil` has
    /// no outline. If memory is short, names are not drawn.
    init(_ names: [String?], in scene: Scene, _ drawings: DrawingTable) {
        (canvas, scale, thickness) = (scene.bounds, scene.scale, max(1, Double(scene.size.height / 540)))
        var known: [String: Label] = [:]
        labels = names.map { name in
            guard let name else { return nil }
            if let label = known[name] { return label }
            let label = Self.image(of: name, on: scene.size, scale: scene.scale).map { image -> Label in
                (image, drawings.number(of: Drawing(source: image.source)))
            }
            known[name] = label
            return label
        }
    }

    private static func image(of name: String, on canvas: PixelSize, scale: Double) -> Image? {
        guard let box = TextBox([name], at: .topLeft).drawn(in: canvas) else { return nil }
        // In gray text, both channel orders result in the same bytes.
        let picture = try? Picture.decoded(size: box.size, format: .rgba) { (target) throws(ImageError) in
            target.copyBytes(from: box.bytes)
        }
        return picture.flatMap { try? Image(of: $0, scale: scale) }
    }

    /// Returns the edges and the name of a layer.
    /// - Parameter space: The transform from the coordinates of the layer to the canvas.
    func items(of layer: Layer, at place: Int, in space: Transform, depth: Int) -> [DisplayList.Item] {
        guard let label = labels[place] else { return [] }
        let color = Self.colors[depth % Self.colors.count]
        let bounds = layer.bounds
        func length(_ x: Double, _ y: Double) -> Double { thickness / scale / max((x * x + y * y).squareRoot(), 1e-6) }
        let (across, down) = (length(space.a, space.b), length(space.c, space.d))
        let edges = [
            Rect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: down),
            Rect(x: bounds.minX, y: bounds.maxY - down, width: bounds.width, height: down),
            Rect(x: bounds.minX, y: bounds.minY, width: across, height: bounds.height),
            Rect(x: bounds.maxX - across, y: bounds.minY, width: across, height: bounds.height),
        ]
        var painted = edges.map { edge in
            var line = Layer(frame: edge)
            line.properties.backgroundColor = .color(color)
            return line.painted(nil, drawing: 0, in: space)
        }
        painted.append(name(label, at: bounds.origin.applying(space)))
        return painted.compactMap { $0.map { .layer($0) } }
    }

    private func name(_ label: Label, at corner: Point) -> PaintedLayer? {
        let origin = Point(
            x: max(0, min(corner.x, canvas.width - label.image.size.width)),
            y: max(0, min(corner.y, canvas.height - label.image.size.height))
        )
        return Layer(frame: Rect(origin: origin, size: label.image.size)).painted(label.image, drawing: label.drawing)
    }
}
