package import FlipbookCore

package struct TerminalReplies: Hashable, Sendable {
    /// The query for kitty's protocol, the cell size, and the device attributes. Every terminal replies with its attributes,
    /// which ends the wait.
    package static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    package private(set) var hasKitty = false
    /// A Boolean value that indicates whether the terminal supports sixels. This is attribute 4 of the primary device
    /// attributes.
    package private(set) var hasSixel = false
    package private(set) var cell: PixelSize?
    package private(set) var isComplete = false

    /// Parses the replies in `bytes`, which may also contain the user's key presses.
    package init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == 0x1B else {
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "_"):
                // The reply extends to the string terminator. If there is no terminator, the reply is incomplete.
                var end = index + 2
                while end + 1 < bytes.count, !(bytes[end] == 0x1B && bytes[end + 1] == UInt8(ascii: "\\")) { end += 1 }
                guard end + 1 < bytes.count else { return }
                let text = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
                if text.hasPrefix("Gi=31"), text.hasSuffix(";OK") { hasKitty = true }
                index = end + 2
            case UInt8(ascii: "["):
                var end = index + 2
                while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) { end += 1 }
                guard end < bytes.count else { return }
                take(bytes[(index + 2)..<end], final: bytes[end])
                index = end + 1
            default: index += 1
            }
        }
    }

    private mutating func take(_ parameters: ArraySlice<UInt8>, final: UInt8) {
        let text = String(decoding: parameters, as: UTF8.self)
        let numbers = text.split(separator: ";").map { Int($0) }
        if final == UInt8(ascii: "c"), text.hasPrefix("?") {
            isComplete = true
            // The first number is the type of the terminal, and the others are its features.
            hasSixel = numbers.dropFirst().contains(4)
        } else if final == UInt8(ascii: "t"), numbers.count == 3, numbers[0] == 6, let height = numbers[1],
            let width = numbers[2], (1...500).contains(height), (1...500).contains(width)
        {
            cell = PixelSize(width: width, height: height)
        }
    }
}
