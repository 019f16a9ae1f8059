import FlipbookCore
import FlipbookRender
import FlipbookScene

extension PlayerState {
    mutating func show(_ channel: ColorChannel?) -> [PlayerEffect] {
        if options.channel == channel { return [] }
        return draw(channel.map { "\($0.rawValue) as gray" } ?? "all channels") { $0.channel = channel }
    }

    mutating func cycleBackground(isHidden: Bool) -> [PlayerEffect] {
        let own = view.backgroundColor ?? .clear
        let choices = Self.backgrounds + (Self.backgrounds.contains(own) ? [] : [own])
        let current = choices.firstIndex(of: options.background ?? own) ?? 0
        let next = choices[(current + 1) % choices.count]
        let note = isHidden ? " (not visible: the picture is opaque)" : ""
        return draw("background \(Self.name(of: next))\(note)") { $0.background = next }
    }

    /// Switches to a checkerboard if the pictures are invisible on black, unless a background was chosen.
    package mutating func showUnseen() -> [PlayerEffect] {
        guard options.background == nil, options.channel == nil, view.backgroundColor == nil else { return [] }
        return draw("background: checkerboard, since the pictures are nearly black") { $0.background = .checkerboard }
    }

    mutating func toggleLayers() -> [PlayerEffect] {
        let areShown = !options.showsLayers
        return draw(areShown ? "edges and names of views" : "no edges or names of views") { $0.showsLayers = areShown }
    }

    private mutating func draw(_ text: String, _ change: (inout DisplayOptions) -> Void) -> [PlayerEffect] {
        var options = options
        change(&options)
        if !options.drawsAlike(self.options) { return [.draw(options, saying: text)] }
        self.options = options
        return say(text)
    }

    mutating func changeView(_ command: PlayerCommand) -> [PlayerEffect] {
        switch command {
        case .showOneToOne where options.view != nil: return zoom { $0.zoomed(to: .factor(1)) }
        case .showFitted where options.view != nil: return zoom { $0.zoomed(to: .fit) }
        case .showOneToOne, .showFitted:
            (options.isOneToOne, needsShowing) = (command == .showOneToOne, true)
            return [.resize(isOneToOne: options.isOneToOne)]
        case .showFilled: return zoom { $0.zoomed(to: .fill) }
        case .showEnlarged(let factor): return zoom { $0.zoomed(to: .factor(Double(min(max(factor, 1), 64)))) }
        case .zoom(let steps): return zoom { $0.zoomed(by: steps) }
        case .pan(let x, let y):
            return zoom { view in
                let (width, height) = (Double(view.window.width), Double(view.window.height))
                return view.dragged(x: Double(x) * width / 10, y: Double(y) * height / 10)
            }
        case .showCenter: return zoom { $0.centered }
        case .toggleWholeSteps where options.view != nil:
            return zoom { changing($0) { $0.hasWholeSteps.toggle() } }
                + say(options.view?.hasWholeSteps ?? false ? "zoom: whole numbers" : "zoom: smooth")
        default: return zoom { $0 }
        }
    }

    package mutating func zoom(_ change: (WindowView) -> WindowView) -> [PlayerEffect] {
        guard let view = options.view else { return say(.ownWindowIsNeeded(for: "zoom")) }
        let new = change(view)
        options.view = new
        refresh()
        guard new != view else { return [] }
        guard new.factor != view.factor else { return [.frame(new)] }
        return [.frame(new)] + say(new.name)
    }

    private static let white = Background.color(Color(red: 255, green: 255, blue: 255, alpha: 255))
    private static let backgrounds = [Background.black, white, .checkerboard]

    static func name(of background: Background) -> String {
        switch background {
        case .black: "black"
        case white: "white"
        case .checkerboard: "checkerboard"
        default: "the sequence's own"
        }
    }
}

extension Explanation {
    /// The message for a command that needs the player's own window.
    static func ownWindowIsNeeded(for what: String) -> Explanation {
        "\(what) requires the player's own window, without \(remedy: .omit(.sink))"
    }
}

extension Setting { static let compare = Setting(rawValue: "compare") }

extension PlayerState {
    private static let exposureStep = 0.5
    private static let gammaStep = 0.1

    mutating func changeTone(_ command: PlayerCommand, isExposedWhenRead: Bool) -> [PlayerEffect] {
        var options = options
        switch command {
        case .changeExposure(let steps):
            options.tone.exposure = min(max(options.tone.exposure + Double(steps) * Self.exposureStep, -10), 10)
        case .changeGamma(let steps):
            let tenths = (options.tone.gamma / Self.gammaStep).rounded() + Double(steps)
            options.tone.gamma = min(max(tenths, 1), 50) / 10
        case .toggleClipping:
            self.options.colorsClipping.toggle()
            let isOn = self.options.colorsClipping
            return say(isOn ? "clipped values marked: white in red, black in blue" : "clipped values not marked")
        default: options.tone = ToneAdjustment()
        }
        if isExposedWhenRead, options.tone.exposure != self.options.tone.exposure {
            return [.draw(options, saying: Self.name(of: options.tone))]
        }
        self.options = options
        return say(Self.name(of: options.tone))
    }

    /// Returns a description of a tone, with one decimal: `exposure +1.5  gamma 1.2`.
    static func name(of tone: ToneAdjustment) -> String {
        "exposure \(tone.exposure > 0 ? "+" : "")\(tone.exposure.fixed(1))  gamma \(tone.gamma.fixed(1))"
    }

    mutating func cycleGuides() -> [PlayerEffect] {
        let all = PictureGuides.allCases
        let place = all.firstIndex(of: options.guides) ?? 0
        options.guides = all[(place + 1) % all.count]
        return say(options.guides.rawValue)
    }

    mutating func toggleGrid() -> [PlayerEffect] {
        options.hasGrid.toggle()
        return say(options.hasGrid ? "pixel grid from 800 %" : "no pixel grid")
    }

    mutating func compare(_ command: PlayerCommand) -> [PlayerEffect] {
        guard let former = options.comparison else {
            let canChoose = options.view != nil && options.hasControls && !options.isEmpty
            return canChoose ? [.obey(command)] : say("nothing to compare with: start with \(remedy: .set(.compare))")
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

    package mutating func moveWipe(to fraction: Double) {
        guard var look = options.comparison, look.way == .wipe else { return }
        look.wipe = min(max(fraction, 0), 1)
        change(to: look)
    }

    /// Switches between the sequences while alternating.
    package mutating func blink() {
        guard var look = options.comparison, look.way == .blink else { return }
        look.isSecondsTurn.toggle()
        change(to: look)
    }

    private mutating func change(to look: ComparisonLook) {
        guard let former = options.comparison else { return }
        options.comparison = look
        // The pictures or their size differ.
        if look.offset != former.offset || (look.way == .sideBySide) != (former.way == .sideBySide) { showAnew() }
        if let view = options.view, (look.way == .sideBySide) != (former.way == .sideBySide) {
            let width = look.way == .sideBySide ? 2 * view.picture.width : view.picture.width / 2
            options.view = view.showing(PixelSize(width: width, height: view.picture.height), in: view.window)
        }
        refresh()
    }
}
