import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Paths in URLs, and digits behind zeros.
@Suite("Percent signs")
struct PercentEncodingTests {
    @Test("every byte comes back, and letters, digits and the signs that may stand there are as they were")
    func bytes() {
        for byte in UInt8.min...UInt8.max {
            let text = String(decoding: [UInt8(ascii: "a"), byte & 0x7F, UInt8(ascii: "0")], as: UTF8.self)
            for plain in ["", "-._~/"] {
                let encoded = text.percentEncoded(but: plain)
                expect(encoded.percentDecoded.elementsEqual(text.utf8))
                expectEqual(encoded == text, text.utf8.allSatisfy { plain.utf8.contains($0) || $0.isLetterOrDigit })
            }
        }
        expectEqual("é/\n".percentEncoded(but: "/"), "%C3%A9/%0A")
    }

    @Test(
        "a percent sign without two digits behind it stands for itself",
        arguments: [
            ("100%", "100%"), ("%4", "%4"), ("%+5", "%+5"), ("%zz%41", "%zzA"), ("%%41", "%A"), ("%2f", "/"),
        ]
    )
    func signs(text: String, read: String) {
        expectEqual(String(decoding: text.percentDecoded, as: UTF8.self), read)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool { self < 0x80 && Character(Unicode.Scalar(self)).isLetterOrNumber }
}

extension Character {
    fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
