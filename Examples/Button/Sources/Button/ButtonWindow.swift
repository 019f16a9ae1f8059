import FlipbookCore
import FlipbookScene

/// A button with a title on a card that can be dragged.
@MainActor
final class ButtonWindow {
    let window = View(frame: Rect(x: 0, y: 0, width: 320, height: 240))
    let card = View(frame: Rect(x: 40, y: 40, width: 240, height: 160))
    let button = View(frame: Rect(x: 60, y: 100, width: 120, height: 40))
    let title = View(frame: Rect(x: 10, y: 10, width: 100, height: 20))
    private let say: (String) -> Void
    /// A Boolean value that indicates whether a finger is down on the button.
    private var isPressed = false {
        didSet {
            guard isPressed != oldValue else { return }
            View.animate(withDuration: 0.1) { button.alpha = isPressed ? 0.5 : 1 }
        }
    }

    init(say: @escaping (String) -> Void) {
        self.say = say
        for (id, view) in [("window", window), ("card", card), ("button", button), ("title", title)] {
            view.id = id
            view.touchHandler = { [unowned self, unowned view] in handle($0, in: view) }
        }
        window.addSubview(card)
        card.addSubview(button)
        button.addSubview(title)
        card.addGestureRecognizer(
            PanGestureRecognizer { [unowned self] pan in
                card.center.x += pan.translation(in: window).x
                pan.setTranslation(.zero, in: window)
                if pan.state != .changed { say("  the card's pan: \(pan.state)") }
            }
        )
    }

    /// Presses the button, moves the finger off it before lifting it, drags the card by the button, and taps beside it.
    func play() {
        let events: [(String, SceneEvent)] = [
            ("Pressed and released:", event(.tap, on: "button", at: 1)),
            ("Left before it is released:", event(.pan, on: "button", at: 2, by: Point(x: 0, y: 30))),
            ("Dragged, with the card:", event(.pan, on: "button", at: 3, by: Point(x: 30, y: 0))),
            ("Beside the button:", event(.tap, on: "card", at: 4)),
        ]
        for (name, event) in events {
            say(name)
            // The first drag must not move the card.
            card.gestureRecognizers[0].isEnabled = event.translation.y == 0
            window.replay([event])
        }
        say("The card is at \(Int(card.center.x.rounded())), \(Int(card.center.y.rounded())).")
    }

    private func event(_ gesture: Gesture, on view: String, at time: RationalTime, by way: Point = .zero) -> SceneEvent
    {
        var event = SceneEvent(gesture, at: .view(view), time: time)
        event.translation = way
        return event
    }

    /// Reports a touch on its way along the responder chain.
    /// - Returns: `true` if the view handles the touch; otherwise the superview gets it.
    private func handle(_ touch: Touch, in view: View) -> Bool {
        let isButton = view === button
        if touch.phase != .moved {
            say("  \(touch.phase) comes to the \(view.id ?? ""), which \(isButton ? "handles it" : "passes it on")")
        }
        guard isButton else { return false }
        let isInside = button.point(inside: touch.location)
        switch touch.phase {
        case .began: tell("touchDown")
        case .moved: if isInside != isPressed { tell(isInside ? "touchDragEnter" : "touchDragExit") }
        case .ended: tell(isInside ? "touchUpInside" : "touchUpOutside")
        case .cancelled: tell("touchCancel")
        }
        isPressed = isInside && (touch.phase == .began || touch.phase == .moved)
        return true
    }

    private func tell(_ event: String) { say("    button: \(event)") }
}
