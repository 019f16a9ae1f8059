import FlipbookCore
import FlipbookLintModel

/// Text that is safe inside an HTML element or a quoted attribute.
///
/// Control characters, which no page may hold, and those that turn the direction
/// of writing become visible escapes: a file's name must not rearrange the page.
struct HTMLText: CustomStringConvertible {
    /// The escaped text.
    let description: String

    /// The text that shows as `text`.
    init(_ text: String) {
        description = text.escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case _ where scalar.disturbsDisplay: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: nil
            }
        }
    }
}

extension String {
    /// The bytes in base 64 (RFC 4648, section 4).
    init(base64: [UInt8]) {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((base64.count + 2) / 3 * 4)
        for start in stride(from: 0, to: base64.count, by: 3) {
            let group = base64[start..<Swift.min(start + 3, base64.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        self.init(decoding: result, as: UTF8.self)
    }
}
