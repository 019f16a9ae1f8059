internal import FlipbookCore

/// The decoded pictures that several layers of a scene show: each is decoded once, and kept until the last layer has it.
final class SharedPictures {
    private struct Source: Hashable {
        let drawing: Int
        let orientation: ImageOrientation

        init(_ picture: PaintedPicture) { (drawing, orientation) = (picture.drawing, picture.orientation) }
    }

    /// How many layers still want each picture.
    private var uses: [Source: Int] = [:]
    private var pictures: [Source: Picture] = [:]

    init(of scene: BoundScene) {
        for place in scene.scene.layers.indices.dropFirst() {
            guard let picture = scene.paintedLayer(place)?.contents.picture else { continue }
            uses[Source(picture), default: 0] += 1
        }
    }

    func pixels(of picture: PaintedPicture, _ decode: () throws(ImageError) -> Picture) throws(ImageError) -> Picture {
        let source = Source(picture)
        let pixels = if let known = pictures[source] { known } else { try decode() }
        uses[source, default: 1] -= 1
        pictures[source] = uses[source, default: 0] > 0 ? pixels : nil
        return pixels
    }
}
