import FlipbookCore

extension PixelSize {
    /// The largest side that an encoder is asked for.
    private static let largestSide = 16_384

    /// The size that `text` says: `1920x1080`.
    init(parsing text: String) throws(PixelSizeParsingError) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard
            sides.count == 2,
            sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            let width = Int(sides[0]), let height = Int(sides[1]),
            (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height)
        else { throw PixelSizeParsingError(text: text, largestSide: Self.largestSide) }
        self.init(width: width, height: height)
    }
}

/// A size that could not be read.
struct PixelSizeParsingError: Error, CustomStringConvertible {
    let text: String
    let largestSide: Int

    var description: String {
        "'\(text.escapingControlCharacters)' is not a size. "
            + "Write width x height in pixels, each from 1 to \(largestSide): 1920x1080."
    }
}
