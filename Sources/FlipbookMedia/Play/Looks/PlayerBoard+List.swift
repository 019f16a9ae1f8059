import FlipbookCore
import FlipbookImaging
import GStreamer
import Synchronization

/// The list of the sequences that are played one after the other.
extension PlayerBoard {
    /// Where the list is in the window; `nil` where it is not shown.
    var strip: SequenceStrip? {
        let (looks, window) = content.withLock { ($0.state.looks, $0.window) }
        return window.flatMap { strip(looks, in: $0) }
    }

    /// Where the list is in a window, above the place of the timeline whether that is shown or not.
    func strip(_ looks: PlayerLooks, in window: PixelSize) -> SequenceStrip? {
        guard let list, let look = looks.list, let view = looks.view, looks.helpPage == nil else { return nil }
        let count = list.shelf.titles.count
        guard count > 0 else { return nil }
        return SequenceStrip(
            count: count,
            current: list.current,
            scrolled: look.scrolled,
            in: window,
            above: TimelineBar.area(in: window).y - 4,
            density: view.density,
            labelHeight: WindowText.lineHeight(in: window, density: view.density)
        )
    }

    /// The list's pictures and names.
    func boxes(of strip: SequenceStrip, _ content: Content, in window: PixelSize) -> [OverlayBox] {
        guard let list, let look = content.state.looks.list, let view = content.state.looks.view else { return [] }
        let titles = list.shelf.titles
        let label = PixelSize(width: strip.cell.width, height: window.height)
        let columns = WindowText.room(in: label, density: view.density).columns
        return strip.shown.flatMap { place -> [OverlayBox] in
            guard titles.indices.contains(place) else { return [] }
            let room = strip.room(at: place)
            let light: UInt8 = place == list.current ? 255 : place == look.hovered ? 160 : 60
            let picture = OverlayBox(.card(list.shelf.picture(at: place), in: room, frame: light))
            let name = text.box(
                TextBox([Self.label(place, FilePath(titles[place]).name.description, columns)], at: .topLeft),
                in: label,
                density: view.density
            )
            return [picture] + [name?.moved(x: room.x, y: room.y + room.size.height)].compactMap { $0 }
        }
    }

    /// A sequence's place and name in so many letters: without the extension, and cut, where these are too few.
    private static func label(_ place: Int, _ name: String, _ columns: Int) -> String {
        let whole = "\(place + 1) \(name)"
        if whole.count <= columns { return whole }
        let stem = name.lastIndex(of: ".").map { "\(place + 1) \(name[..<$0])" } ?? whole
        return stem.count <= columns ? stem : "\(stem.prefix(max(1, columns - 1)))…"
    }
}
