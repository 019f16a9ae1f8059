import FlipbookCore
import FlipbookImaging

/// How the pictures are drawn, and which part of them is seen.
extension PlayerState {
    /// Shows one channel as grey, or all.
    mutating func show(_ channel: ColorChannel?) -> [PlayerEffect] {
        if looks.channel == channel { return [] }
        var looks = looks
        looks.channel = channel
        return draw(looks, saying: channel.map { "\($0.rawValue) as grey" } ?? "all channels")
    }

    /// Shows the next background.
    mutating func cycleBackground(isHidden: Bool) -> [PlayerEffect] {
        let own = view.backgroundColor ?? .clear
        let choices = Self.backgrounds + (Self.backgrounds.contains(own) ? [] : [own])
        let current = choices.firstIndex(of: looks.background ?? own) ?? 0
        let next = choices[(current + 1) % choices.count]
        var looks = looks
        looks.background = next
        return draw(looks, saying: "background: \(Self.name(of: next))\(isHidden ? ", hidden by opaque pictures" : "")")
    }

    /// Shows a checkerboard, since nothing is seen of the pictures on black, unless a background was chosen.
    package mutating func showUnseen() -> [PlayerEffect] {
        guard looks.background == nil, looks.channel == nil, view.backgroundColor == nil else { return [] }
        var looks = looks
        looks.background = .checkerboard
        return draw(looks, saying: "background: checkerboard, since the pictures are as dark as black")
    }

    /// Shows where the views lie, and what they are called, or no longer.
    mutating func toggleLayers() -> [PlayerEffect] {
        var looks = looks
        looks.showsLayers.toggle()
        return draw(looks, saying: looks.showsLayers ? "edges and names of views" : "views without edges")
    }

    private mutating func draw(_ looks: PlayerLooks, saying text: String) -> [PlayerEffect] {
        if !looks.drawsAlike(self.looks) { return [.draw(looks, saying: text)] }
        self.looks = looks
        return say(text)
    }

    /// Shows the pictures in another size.
    mutating func changeView(_ command: PlayerCommand) -> [PlayerEffect] {
        switch command {
        case .showOneToOne where looks.view != nil: return zoom { $0.zoomed(to: .factor(1)) }
        case .showFitted where looks.view != nil: return zoom { $0.zoomed(to: .fit) }
        case .showOneToOne, .showFitted:
            looks.isOneToOne = command == .showOneToOne
            needsShowing = true
            return [.resize(isOneToOne: looks.isOneToOne)]
        case .showFilled: return zoom { $0.zoomed(to: .fill) }
        case .showEnlarged(let factor): return zoom { $0.zoomed(to: .factor(Double(min(max(factor, 1), 64)))) }
        case .zoom(let steps): return zoom { $0.zoomed(by: steps) }
        case .pan(let x, let y):
            return zoom { view in
                view.dragged(
                    x: Double(x) * Double(view.window.width) / 10,
                    y: Double(y) * Double(view.window.height) / 10
                )
            }
        case .showCenter: return zoom { $0.centered }
        case .toggleWholeSteps where looks.view != nil:
            return zoom { view in
                var view = view
                view.hasWholeSteps.toggle()
                return view
            } + say(looks.view?.hasWholeSteps ?? false ? "enlarged by whole steps" : "enlarged smoothly")
        default: return zoom { $0 }
        }
    }

    /// Shows another part of the pictures, where there is a window of our own.
    package mutating func zoom(_ change: (WindowView) -> WindowView) -> [PlayerEffect] {
        guard let view = looks.view else { return say(.ownWindowIsNeeded(for: "zoom")) }
        let new = change(view)
        looks.view = new
        refresh()
        guard new != view else { return [] }
        guard new.factor != view.factor else { return [.frame(new)] }
        return [.frame(new), .show(notice(Explanation(new.name)))]
    }

    private static let white = Background.color(Color(red: 255, green: 255, blue: 255, alpha: 255))
    private static let backgrounds = [Background.black, white, .checkerboard]

    private static func name(of background: Background) -> String {
        switch background {
        case .black: "black"
        case white: "white"
        case .checkerboard: "checkerboard"
        default: "the sequence's own"
        }
    }
}

extension Explanation {
    /// A window of the player's own is needed, and a sink was asked for.
    static func ownWindowIsNeeded(for what: String) -> Explanation {
        "\(what) needs a window of the player's own, without \(remedy: .omit(.sink))"
    }
}

extension Setting {
    /// What a sequence is compared with.
    static let compare = Setting(rawValue: "compare")
}
