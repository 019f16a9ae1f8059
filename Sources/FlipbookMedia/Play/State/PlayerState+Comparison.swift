import FlipbookCore

/// Comparing with another sequence.
extension PlayerState {
    mutating func compare(_ command: PlayerCommand) -> [PlayerEffect] {
        guard let former = looks.comparison else {
            return say("nothing to compare with: start with \(remedy: .set(.compare))")
        }
        var look = former
        switch command {
        case .cycleComparison(let steps):
            let ways = ComparisonLook.Way.allCases
            let place = (ways.firstIndex(of: look.way) ?? 0) + steps
            look.way = ways[((place % ways.count) + ways.count) % ways.count]
        case .compareSideBySide: look.way = .sideBySide
        case .compareByWipe: look.way = .wipe
        case .toggleCompared: look.way = former.way == .second ? .first : .second
        case .amplify(let steps):
            look.way = .difference
            for _ in 0..<min(steps.magnitude, 8) {
                look.amplification = steps > 0 ? min(128, look.amplification * 2) : max(1, look.amplification / 2)
            }
        case .shiftCompared(let frames): look.offset = min(max(look.offset &+ frames, -1_000_000), 1_000_000)
        default: return []
        }
        change(to: look)
        var effects = say(look.offset == former.offset ? look.name : look.offsetName)
        if (look.way == .blink) != (former.way == .blink) { effects.append(.blink(look.way == .blink)) }
        return effects
    }

    /// Moves the line of the wipe.
    package mutating func moveWipe(to fraction: Double) {
        guard var look = looks.comparison, look.way == .wipe else { return }
        look.wipe = min(max(fraction, 0), 1)
        change(to: look)
    }

    /// It is the turn of the other of the two sequences.
    package mutating func blink() {
        guard var look = looks.comparison, look.way == .blink else { return }
        look.isSecondsTurn.toggle()
        change(to: look)
    }

    private mutating func change(to look: ComparisonLook) {
        guard let former = looks.comparison else { return }
        looks.comparison = look
        // Other pictures, or pictures of another size.
        if look.offset != former.offset || (look.way == .sideBySide) != (former.way == .sideBySide) {
            showAnew()
        }
        if let view = looks.view, (look.way == .sideBySide) != (former.way == .sideBySide) {
            let width = look.way == .sideBySide ? 2 * view.picture.width : view.picture.width / 2
            looks.view = view.showing(PixelSize(width: width, height: view.picture.height), in: view.window)
        }
        refresh()
    }
}
