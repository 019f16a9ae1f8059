import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Texts", .enabled(if: RuntimeLibrary.pango.isInstalled, "Pango is not installed"))
struct TextPainterTests {
    /// The columns and rows in which letters are seen, and how much of them.
    private static func ink(_ picture: Picture) -> (left: Int, right: Int, amount: Int) {
        let alphas = picture.withUnsafeBytes { bytes in (0..<picture.size.area).map { bytes[$0 * 4 + 3] } }
        let columns = (0..<picture.size.width).filter { x in
            (0..<picture.size.height).contains { alphas[$0 * picture.size.width + x] > 0 }
        }
        return (columns.first ?? 0, columns.last ?? 0, alphas.reduce(0) { $0 + Int($1) })
    }

    private static func draw(
        _ text: String,
        width: Double = 4000,
        scale: Double = 1,
        _ change: (inout TextLabel) -> Void = { _ in }
    ) throws -> Picture {
        var label = TextLabel(text)
        change(&label)
        return try TextPainter(label, width: width, scale: scale).picture(of: text)
    }

    @Test("letters have the color that is asked for, straight, and twice the pixels at twice the scale")
    func colors() throws {
        let picture = try Self.draw("HH") { $0.color = Color(red: 200, green: 100, blue: 50) }
        picture.withUnsafeBytes { bytes in
            for place in 0..<picture.size.area where bytes[place * 4 + 3] > 100 {
                expect(abs(Int(bytes[place * 4]) - 200) <= 2)
                expect(abs(Int(bytes[place * 4 + 1]) - 100) <= 2)
                expect(abs(Int(bytes[place * 4 + 2]) - 50) <= 2)
            }
        }
        let double = try Self.draw("HH", scale: 2)
        expect(abs(double.size.width - 2 * picture.size.width) <= 2)
        expect(Self.ink(picture).amount > 0)
    }

    @Test("text that runs from the right is drawn from the right, and a combining mark lies on its letter")
    func scripts() throws {
        // A line that begins with a letter from the right has its first letter at the right end.
        let begun = Self.ink(try Self.draw("\u{05D0}i"))
        let ended = Self.ink(try Self.draw("i\u{05D0}"))
        expect(abs(begun.amount - ended.amount) <= begun.amount / 50)
        expect(abs(begun.left - ended.left) <= 1 && abs(begun.right - ended.right) <= 1)
        try expect(
            Self.draw("\u{05D0}\u{05D9}").withUnsafeBytes { Array($0) }
                != Self.draw("\u{05D9}\u{05D0}").withUnsafeBytes { Array($0) }
        )
        let plain = try Self.draw("e")
        try expectEqual(Self.draw("e\u{0301}").size.width, plain.size.width)
        try expect(Self.ink(Self.draw("e\u{0301}")).amount > Self.ink(plain).amount)
    }

    @Test("lines are broken where there is no room, and an outline reaches beyond the letters")
    func lines() throws {
        let one = try Self.draw("walk walk walk")
        let several = try Self.draw("walk walk walk", width: Double(one.size.width) / 2)
        expect(several.size.width <= one.size.width / 2 + 1)
        expect(several.size.height >= 2 * one.size.height - 2)
        let outlined = try Self.draw("O") {
            $0.outline = Color(red: 0, green: 0, blue: 0)
            $0.outlineWidth = 3
        }
        let plain = try Self.draw("O")
        expectEqual(outlined.size.width, plain.size.width + 6)
        expect(Self.ink(outlined).amount > Self.ink(plain).amount)
    }

    @Test("a font that is not there is named, with the nearest one")
    func fonts() throws {
        let error = #expect(throws: TextError.self) { try Self.draw("x") { $0.font = "No Such Font 77" } }
        guard case .noFont("No Such Font 77", let nearest?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expect(!nearest.isEmpty)
        _ = try Self.draw("x") { $0.font = nearest }
    }

    @Test("fields stand in braces, and two braces are one")
    func fields() throws {
        try expectEqual(
            TextLabel("a {frame} of {name}{{}").pieces(),
            [
                .plain("a "), .field(.frame), .plain(" of "), .field(.name), .plain("{}"),
            ]
        )
        let error = #expect(throws: TextLabel.UnknownField.self) { try TextLabel("{fraem}").pieces() }
        expectEqual(error?.name, "fraem")
        #expect(throws: TextLabel.UnknownField.self) { try TextLabel("{frame").pieces() }
    }
}
