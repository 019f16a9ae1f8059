/// The color support of a terminal.
public enum TerminalColors: Sendable, CaseIterable {
    /// Red, green, and blue with 256 levels each.
    case trueColor
    /// The 256 colors of xterm: a cube with six levels per channel, and 24 grays.
    case indexed

    /// A color in a terminal's notation.
    public struct Code: Hashable, Sendable {
        /// An RGB value, an index with bit 24 set, or the terminal's default color, for which all bits are set.
        let value: UInt32

        /// The terminal's default color.
        public static let standard = Code(value: .max)

        /// Returns a color from three channels.
        public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Code {
            Code(value: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }

        /// One of xterm's 256 colors.
        public static func index(_ index: UInt8) -> Code { Code(value: 1 << 24 | UInt32(index)) }

        /// Appends the parameters that select the color, such as `38;2;255;0;0`.
        /// - Parameter base: 38 for the foreground, 48 for the background.
        func append(to bytes: inout [UInt8], base: Int) {
            guard value != .max else { return bytes.append(decimal: base + 1) }
            let isIndex = value >> 24 == 1
            bytes.append(decimal: base)
            bytes.append(contentsOf: (isIndex ? ";5" : ";2").utf8)
            for shift in stride(from: isIndex ? 0 : 16, through: 0, by: -8) {
                bytes.append(UInt8(ascii: ";"))
                bytes.append(decimal: Int(value >> UInt32(shift) & 0xFF))
            }
        }
    }

    /// Returns the code of the nearest supported color.
    public func code(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Code {
        switch self {
        case .trueColor: .rgb(red, green, blue)
        case .indexed: .index(Self.nearest(Int(red), Int(green), Int(blue)))
        }
    }

    private static let levels = [0, 95, 135, 175, 215, 255]

    /// Returns the nearest color in xterm's table, excluding the first 16 colors, which users can configure.
    private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        let (r, g, b) = (step(red), step(green), step(blue))
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (red - r) * (red - r) + (green - g) * (green - g) + (blue - b) * (blue - b)
        }
        // The grays are 8, 18, 28, and so on, up to 238.
        let gray = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
        let level = 8 + 10 * gray
        return distance(level, level, level) < distance(levels[r], levels[g], levels[b])
            ? UInt8(232 + gray) : UInt8(16 + 36 * r + 6 * g + b)
    }
}

extension [UInt8] {
    mutating func append(decimal number: Int) {
        let number = Swift.min(Swift.max(number, 0), 9999)
        if number >= 1000 { append(UInt8(48 + number / 1000)) }
        if number >= 100 { append(UInt8(48 + number / 100 % 10)) }
        if number >= 10 { append(UInt8(48 + number / 10 % 10)) }
        append(UInt8(48 + number % 10))
    }
}
