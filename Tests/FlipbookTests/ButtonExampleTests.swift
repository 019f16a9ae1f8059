import FlipbookScene
import Testing

@MainActor @Suite("The example of a button") struct ButtonExampleTests {
    @Test("each touch goes along the responder chain to the button, and to the card's pan once it is one")
    func output() {
        var lines: [String] = []
        let window = ButtonWindow { lines.append($0) }
        window.play()
        let expected = """
            Pressed and released:
              began comes to the title, which passes it on
              began comes to the button, which handles it
                button: touchDown
              ended comes to the title, which passes it on
              ended comes to the button, which handles it
                button: touchUpInside
            Left before it is released:
              began comes to the title, which passes it on
              began comes to the button, which handles it
                button: touchDown
                button: touchDragExit
              ended comes to the title, which passes it on
              ended comes to the button, which handles it
                button: touchUpOutside
            Dragged, with the card:
              began comes to the title, which passes it on
              began comes to the button, which handles it
                button: touchDown
              the card's pan: began
              cancelled comes to the title, which passes it on
              cancelled comes to the button, which handles it
                button: touchCancel
              the card's pan: ended
            Beside the button:
              began comes to the card, which passes it on
              began comes to the window, which passes it on
              ended comes to the card, which passes it on
              ended comes to the window, which passes it on
            The card is at 190, 120.
            """
        #expect(lines.joined(separator: "\n") == expected)
        #expect(window.button.alpha == 1)
    }
}
