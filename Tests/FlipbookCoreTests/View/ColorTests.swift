import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Colors and backgrounds")
struct ColorTests {
    @Test(
        "a color is read from hexadecimal digits, alpha last",
        arguments: [
            ("#000", Color.black),
            ("#fff", Color.white),
            ("#1a9", Color(red: 0x11, green: 0xAA, blue: 0x99)),
            ("#1A98", Color(red: 0x11, green: 0xAA, blue: 0x99, alpha: 0x88)),
            ("#010203", Color(red: 1, green: 2, blue: 3)),
            ("#FFfe0d00", Color(red: 255, green: 254, blue: 13, alpha: 0)),
        ]
    )
    func hexadecimal(text: String, color: Color) throws {
        try expectEqual(Color(parsing: text), color)
    }

    @Test(
        "a color is read from its CSS name in any case",
        arguments: [
            ("white", Color.white),
            ("RebeccaPurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
            ("CORNFLOWERBLUE", Color(red: 0x64, green: 0x95, blue: 0xED)),
            ("darkslategrey", Color(red: 0x2F, green: 0x4F, blue: 0x4F)),
            ("darkslategray", Color(red: 0x2F, green: 0x4F, blue: 0x4F)),
            ("green", Color(red: 0, green: 128, blue: 0)),
            ("clear", Color.clear),
            ("transparent", Color.clear),
        ]
    )
    func names(text: String, color: Color) throws {
        try expectEqual(Color(parsing: text), color)
    }

    @Test(
        "what is no color is refused with the text in the sentence",
        arguments: [
            "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#é12", "123456", " red", "reddish",
            "wh\u{131}te",
        ]
    )
    func refusals(text: String) throws {
        let error = try #require(throws: ParsingError.self) { try Color(parsing: text) }
        expect(error.description.hasPrefix("'\(text)' is not a color. Use #RGB, #RGBA, #RRGGBB, #RRGGBBAA"))
    }

    @Test("control characters of a refused color are escaped")
    func escaping() throws {
        let error = try #require(throws: ParsingError.self) { try Color(parsing: "\u{1B}[31m") }
        expect(error.description.hasPrefix("'\\u{1B}[31m' is not a color"))
    }

    @Test("every color survives writing and reading")
    func roundTrip() throws {
        for value in UInt8.min...UInt8.max {
            let colors = [
                Color(red: value, green: 1, blue: 2), Color(red: 1, green: value, blue: 2, alpha: 3),
                Color(red: 1, green: 2, blue: value), Color(red: 0, green: 0, blue: 0, alpha: value),
            ]
            for color in colors { try expectEqual(Color(parsing: color.description), color) }
        }
    }

    @Test("a background is a color or a checkerboard")
    func backgrounds() throws {
        try expectEqual(Background(parsing: "checkerboard"), .checkerboard)
        try expectEqual(Background(parsing: "black"), .black)
        try expectEqual(Background(parsing: "#01020380"), .color(Color(red: 1, green: 2, blue: 3, alpha: 0x80)))
        expect(Background.checkerboard.isOpaque)
        expect(Background.black.isOpaque)
        expect(!Background.clear.isOpaque)
        expectEqual(Background.checkerboard.description, "checkerboard")
        let error = try #require(throws: ParsingError.self) { try Background(parsing: "checkered") }
        expectEqual(
            error.description,
            "'checkered' is not a background. Use #RRGGBB, #RRGGBBAA, clear, checkerboard, or a CSS "
                + "color name such as white."
        )
    }
}
