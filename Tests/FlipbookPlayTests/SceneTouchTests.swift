import FlipbookTestSupport
import Testing

/// Mouse buttons in the player's window that reach the views of a scene.
@Suite(.hangLimit, .serialized) struct SceneTouchTests {
    private let folder: TemporaryDirectory

    /// Three views on black, each of which changes its color after another gesture.
    init() throws {
        folder = try TemporaryDirectory()
        let text = """
            size: 480x360
            backgroundColor: black
            duration: 60
            isUserInteractionEnabled: true
            views:
              - {id: lamp, frame: [40, 100, 80, 100], backgroundColor: red}
              - {id: door, frame: [160, 100, 80, 100], backgroundColor: red}
              - {id: desk, frame: [280, 100, 80, 100], backgroundColor: red}
            animations:
              - {view: lamp, property: backgroundColor, to: lime, trigger: {view: lamp, gesture: tap}}
              - {view: door, property: backgroundColor, to: blue, trigger: {view: door, gesture: longPress}}
              - {view: desk, property: backgroundColor, to: white, trigger: {view: desk, gesture: pan}}

            """
        try folder.write(Array(text.utf8), to: "scene.yaml")
    }

    /// Does something in the window of the scene when it is there.
    private func play(_ arguments: String..., body: (PlayedWindow) throws -> Void) throws {
        let outcome = try PlayedWindow.playing(["scene.yaml"] + arguments, in: folder.path) { window in
            try window.see("the views") { $0[200, 110] == [255, 0, 0] && $0[80, 110] == [255, 0, 0] }
            try body(window)
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    @Test("a click is a tap on the view beneath, and the player goes on")
    func tap() throws {
        try play { window in
            // A click that the machine takes long for is a long press.
            try window.use("mousemove", "80", "150", "click", "1", until: "the lamp lit") {
                $0[80, 110] == [0, 255, 0]
            }
            try expectEqual(window.server.screenshot()[200, 110], [255, 0, 0], "the others are as they were")
        }
    }

    @Test("a button that is held down is a long press, one that is dragged a pan")
    func others() throws {
        try play { window in
            // xdotool's own pause, within the press. One of which the player hears the beginning late is a tap.
            try window.use(
                "mousemove",
                "200",
                "150",
                "mousedown",
                "1",
                "sleep",
                "0.7",
                "mouseup",
                "1",
                until: "the door open"
            ) {
                $0[200, 110] == [0, 0, 255]
            }
            try window.server.xdotool(
                "mousemove",
                "300",
                "150",
                "mousedown",
                "1",
                "mousemove",
                "340",
                "150",
                "mouseup",
                "1"
            )
            try window.see("the desk cleared") { $0[320, 110] == [255, 255, 255] }
        }
    }

    @Test(
        "under Wayland a touch that the compositor cancels is no tap, no long press and no pan; the next one is",
        .enabled(if: WaylandSession.isAvailable, WaylandSession.absence)
    )
    func cancelled() throws {
        let (red, isPlain) = ("FF0000", ["see 80 110 FF0000", "see 200 110 FF0000", "see 320 110 FF0000"])
        let compositor = try StagedCompositor(
            isPlain + [
                "down 0 80 150", "cancel", "down 1 200 150", "cancel", "still 0.8", "down 2 300 150", "cancel",
                "still 0.1",
            ] + isPlain + [
                "down 3 80 150", "up 3", "see 80 110 00FF00", "see 200 110 \(red)",
                "down 4 300 150", "move 4 320 150", "move 4 340 150", "up 4", "see 320 110 FFFFFF", "close",
            ]
        )
        let outcome = try compositor.play(["scene.yaml"], in: folder.path)
        expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    @Test("a click beside all views that wait changes none of them")
    func beside() throws {
        try play { window in
            try window.server.xdotool("mousemove", "20", "150", "click", "1")
            try window.use("mousemove", "80", "150", "click", "1", until: "the lamp lit") {
                $0[80, 110] == [0, 255, 0]
            }
            let shot = try window.server.screenshot()
            expect(shot[200, 110] == [255, 0, 0] && shot[320, 110] == [255, 0, 0])
        }
    }
}
