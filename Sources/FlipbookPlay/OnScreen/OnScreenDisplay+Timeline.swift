import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

extension OnScreenDisplay {
    func timeline(_ shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let (source, frames) = (content.source, content.frames)
        guard frames.indices.contains(position) else { return nil }
        let bar = TimelineBar(
            timing: source.sequence.timing,
            position: position,
            range: content.state.transport.range
        )
        let marks: [TimelineBar.Mark]
        if let known = content.marks, known.source === source, known.window == window,
            known.time > .now - .milliseconds(250)
        {
            marks = known.marks
        } else {
            marks = bar.marks(in: window) { [undecodable] position in
                let frame = frames[position]
                if frame.substitution != nil || undecodable.contains(frame) { return .substitute }
                return source.isReady(position) ? .kept : .plain
            }
            self.content.withLock { $0.marks = (source, window, .now, marks) }
        }
        let noted = content.state.notedPositions(in: frames)
        let chapters = content.state.placedChapters(in: frames).map(\.position)
        let (area, bytes) = bar.pixels(marks, noted: noted, chapters: chapters, in: window)
        return OverlayBox(pixels: bytes, width: area.size.width, height: area.size.height, x: area.x, y: area.y)
    }

    /// The frame under the pointer on the timeline: its picture once that is there, and its number and time.
    func hovered(above bottom: Int, _ content: Content, _ view: WindowView) -> [OverlayBox] {
        guard let position = content.state.options.hovered, let pointer = content.state.options.pointer,
            content.frames.indices.contains(position)
        else { return [] }
        let number = FrameNotes.number(at: position, in: content.frames)
        let chapter = content.state.chapterLine(at: position, in: content.frames)
        let time = Timecode(ofFrame: position, in: content.source.sequence.timing)
        let label = TextBox(["\(number)  \(time)"] + [chapter].compactMap { $0 }, at: .topLeft)
        var (boxes, bottom) = ([OverlayBox](), bottom - 4)
        func add(_ pixels: [UInt8], _ width: Int, _ height: Int) {
            let left = min(max(0, Int(pointer.x) - width / 2), max(0, view.window.width - width))
            bottom -= height
            if bottom >= 0 {
                boxes.append(OverlayBox(pixels: pixels, width: width, height: height, x: left, y: bottom))
            }
        }
        if let text = text.box(label, in: view.window, density: view.density) {
            add(text.pixels, text.width, text.height)
        }
        if let shown = thumbnail.withLock({ $0 }), shown.position == position {
            add(shown.picture.pixels, shown.picture.size.width, shown.picture.size.height)
        }
        return boxes
    }
}
