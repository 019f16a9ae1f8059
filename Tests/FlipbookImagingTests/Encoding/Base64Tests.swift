import FlipbookImaging
import Testing

@Suite struct Base64Tests {
    @Test("the examples of RFC 4648, section 10")
    func examples() {
        let ends = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]
        for (count, end) in ends.enumerated() { #expect(String(base64: Array("foobar".utf8.prefix(count))) == end) }
    }
}
