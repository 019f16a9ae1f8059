import FlipbookCore
import FlipbookRender
import FlipbookScene

struct SceneTexts {
    let width, scale: Double
    private var known: [Key: Image] = [:]
    private(set) var pictures: [Image] = []

    private struct Key: Hashable {
        let label: TextLabel
        let columns: Int
        let rows: Int?
    }

    init(on canvas: Rect, scale: Double) { (width, self.scale) = (canvas.width, scale) }

    /// Returns the picture of a text label, wrapped at a width in points.
    /// - Parameter height: The available height in points, or `nil` if unlimited.
    /// - Throws: ``SequenceError/setting(_:)`` if a font or the text library is missing.
    mutating func image(of label: TextLabel, width: Double, height: Double? = nil) throws -> Image? {
        guard let plain = label.plainText else { return nil }
        let columns = min(max(1, (width * scale).rounded(.down)), 1e9)
        let rows = height.map { min(max(1, ($0 * scale).rounded()), 1e9) }
        let key = Key(label: label, columns: Int(columns), rows: rows.map { Int($0) })
        if let image = known[key] { return image }
        do throws(TextError) {
            let painter = try TextPainter(label, width: columns / scale, height: rows.map { $0 / scale }, scale: scale)
            let drawn = try painter.image(of: plain)
            // At a different width, the lines may wrap in the same places.
            let image = pictures.first { $0.bytes == drawn.bytes } ?? drawn
            if image == drawn { pictures.append(image) }
            known[key] = image
            return image
        } catch { throw SequenceError.setting(SettingFault(.views, error.explanation)) }
    }
}

extension Layer {
    fileprivate subscript(path: ArraySlice<Int>) -> Layer {
        get { path.first.map { sublayers[$0][path.dropFirst()] } ?? self }
        set { if let first = path.first { sublayers[first][path.dropFirst()] = newValue } else { self = newValue } }
    }

    /// Lays out text again at each moment when its view has a new size.
    /// - Parameter moments: The times of all frames, in nanoseconds.
    mutating func redraw(_ texts: [SceneImages.RedrawnText], at moments: [Int64], _ painter: inout SceneTexts) throws {
        guard !texts.isEmpty, tree.contains(where: { !$0.tracks.isEmpty }) else { return }
        var shown = texts.map { self[$0.path[...]].pictures.image }
        var changes = texts.map { _ in [LayerPictures.Change]() }
        for moment in moments {
            let tree = presentationTree(atNanosecond: moment)
            for (place, text) in texts.enumerated() {
                let size = tree[text.path[...]].bounds.size
                let image = try painter.image(of: text.label, width: size.width, height: size.height)
                guard image != shown[place] else { continue }
                shown[place] = image
                changes[place].append(LayerPictures.Change(at: .nanoseconds(moment), .image(image)))
            }
        }
        for (text, changes) in zip(texts, changes) where !changes.isEmpty {
            var pictures = self[text.path[...]].pictures
            pictures.changes += changes
            self[text.path[...]].contents = .pictures(pictures)
        }
    }

    var pictures: LayerPictures { if case .pictures(let pictures) = contents { pictures } else { LayerPictures() } }
}

extension Image {
    fileprivate var bytes: [UInt8]? { if case .data(let data) = source { data.bytes } else { nil } }
}
