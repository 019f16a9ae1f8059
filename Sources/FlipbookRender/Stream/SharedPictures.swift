internal import FlipbookCore
import FlipbookImaging
internal import FlipbookScene

/// The decoded pictures that several layers of a scene show: each is decoded once in a detail, and kept until the last layer
/// has it.
final class SharedPictures {
    private struct Source: Hashable {
        let drawing: Int
        let orientation: ImageOrientation

        init(_ picture: PaintedPicture) { (drawing, orientation) = (picture.drawing, picture.orientation) }
    }

    /// How many layers still want each picture.
    private var uses: [Source: Int] = [:]
    private var pictures: [Source: (picture: ReadPicture, detail: PictureDetail?)] = [:]

    init(of scene: BoundScene) {
        for place in scene.scene.layers.indices.dropFirst() {
            guard let picture = scene.paintedLayer(place)?.contents.picture else { continue }
            uses[Source(picture), default: 0] += 1
        }
    }

    func picture(
        _ picture: PaintedPicture,
        in detail: PictureDetail?,
        _ decode: () throws(ImageError) -> ReadPicture
    ) throws(ImageError) -> ReadPicture {
        let source = Source(picture)
        let known = pictures[source].flatMap { $0.detail == detail ? $0 : nil }
        let shared = if let known { known } else { (picture: try decode(), detail: detail) }
        uses[source, default: 1] -= 1
        pictures[source] = uses[source, default: 0] > 0 ? shared : nil
        return shared.picture
    }
}
