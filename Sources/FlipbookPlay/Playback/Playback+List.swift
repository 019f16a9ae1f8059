import FlipbookCore

extension Playback {
    func toggleList() async {
        guard settings.sequenceCount > 1, let titles = settings.shelf?.titles else {
            return say("there is no other sequence")
        }
        // In a terminal or a sink's window, there is no pointer to select with.
        guard state.options.view != nil else {
            let lines = titles.enumerated().map { "\($0 == settings.sequenceNumber - 1 ? ">" : " ") \($1)" }
            return say(lines.joined(separator: "\n"))
        }
        state.toggleList()
        beginListing()
        await carryOut(state.divideWindow())
    }

    /// Draws the thumbnails of the strip, nearest first.
    func beginListing() {
        guard state.options.list != nil, let shelf = settings.shelf, let strip = display.strip else { return }
        guard listing == nil else { return }
        let (current, room) = (settings.sequenceNumber - 1, strip.cell)
        listing = Task { [mailbox] in
            let places = shelf.titles.indices.sorted { ($0 - current).magnitude < ($1 - current).magnitude }
            for place in places where !Task.isCancelled {
                guard await shelf.prepare(place, fitting: room) else { continue }
                mailbox.post { if $0.state.options.list != nil { $0.state.refresh() } }
            }
        }
    }

    func hoverOverList(_ place: Point?) {
        guard let list = state.options.list else { return }
        let hovered = place.flatMap { display.strip?.place(at: $0) }
        guard hovered != list.hovered else { return }
        state.options.list?.hovered = hovered
        state.refresh()
    }

    /// Handles a button press on the strip. Returns whether it had an effect.
    func press(_ button: Int, onListAt place: Point) async -> Bool {
        guard let list = state.options.list, let strip = display.strip, let chosen = strip.place(at: place) else {
            return false
        }
        switch button {
        case 1:
            let distance = chosen - (settings.sequenceNumber - 1)
            if distance != 0 { await carryOut([.obey(.goToSequence(by: distance))]) }
        case 4, 5:
            let isMoved = button == 4 ? strip.first > 0 : strip.shown.upperBound < strip.count
            if isMoved { state.options.list?.scrolled = list.scrolled + (button == 4 ? -1 : 1) }
            state.refresh()
        default: break
        }
        return true
    }
}
