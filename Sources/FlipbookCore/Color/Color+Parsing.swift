extension Color {
    /// Reads a color. Accepts `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA` (hexadecimal, alpha last), the 148 names of CSS Color 4,
    /// `transparent`, and UIKit's `clear`. Case is ignored.
    /// - Throws: ``ParsingError``, which quotes the text.
    public init(parsing text: String) throws(ParsingError) {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "#"), let color = Self(hexadecimal: bytes.dropFirst()) {
            self = color
        } else if let color = Self(name: bytes) {
            self = color
        } else {
            let forms = "#RGB, #RGBA, #RRGGBB, #RRGGBBAA, clear, or a CSS name such as cornflowerblue"
            throw ParsingError(text, "color.text", "is not a color. Write \(forms).")
        }
    }

    private init?(hexadecimal digits: ArraySlice<UInt8>) {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
        guard values.count == digits.count else { return nil }
        let channels: [UInt8]
        switch values.count {
        case 3, 4: channels = values.map { $0 * 17 }
        case 6, 8: channels = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
        default: return nil
        }
        let alpha = channels.count == 4 ? channels[3] : 255
        self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
    }

    private init?(name: [UInt8]) {
        let lower = name.map(\.asciiLowercased)
        // Names are ASCII. Other texts are rejected first, since String compares by canonical equivalence.
        guard lower.allSatisfy({ $0 < 128 }) else { return nil }
        let text = String(decoding: lower, as: UTF8.self)
        if text == "clear" || text == "transparent" {
            self = .clear
        } else if let rgb = Self.cssNames[text.replacing("grey", with: "gray")] {
            self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
        } else {
            return nil
        }
    }
}
