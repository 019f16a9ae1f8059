/// An sRGB color with 8 bits per channel and straight alpha.
public struct Color: Hashable, Sendable, CustomStringConvertible, NamedColors {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8
    /// Opacity: 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// Transparent black.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A Boolean value that indicates whether the color is opaque.
    public var isOpaque: Bool { alpha == 255 }

    /// The color as `#RRGGBB`, or as `#RRGGBBAA` if it is not opaque.
    public var description: String {
        let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
        return channels.reduce(into: "#") { $0 += $1.digits(2, radix: 16, uppercase: true) }
    }

    /// Creates a copy of a color.
    public init(_ color: Color) { self = color }

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
            throw ParsingError(text, "color.text", "is not a color. Use \(forms).")
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
        // Names are ASCII. Non-ASCII text is rejected first, since String compares by canonical equivalence.
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

    /// The named colors of CSS Color Module Level 4, section 6.1, as 0xRRGGBB. Only the spelling `gray` is listed.
    static let cssNames: [String: UInt32] = {
        let words = cssTable.split { $0 == " " || $0 == "\n" }
        let names = stride(from: 0, to: words.count, by: 2).map { String(words[$0]) }
        let values = stride(from: 1, to: words.count, by: 2).map { UInt32(words[$0], radix: 16) ?? 0 }
        return Dictionary(uniqueKeysWithValues: zip(names, values))
    }()

    private static let cssTable = """
        aliceblue F0F8FF  antiquewhite FAEBD7  aqua 00FFFF  aquamarine 7FFFD4  azure F0FFFF  beige F5F5DC  bisque FFE4C4
        black 000000  blanchedalmond FFEBCD  blue 0000FF  blueviolet 8A2BE2  brown A52A2A  burlywood DEB887
        cadetblue 5F9EA0  chartreuse 7FFF00  chocolate D2691E  coral FF7F50  cornflowerblue 6495ED  cornsilk FFF8DC
        crimson DC143C  cyan 00FFFF  darkblue 00008B  darkcyan 008B8B  darkgoldenrod B8860B  darkgray A9A9A9
        darkgreen 006400  darkkhaki BDB76B  darkmagenta 8B008B  darkolivegreen 556B2F  darkorange FF8C00
        darkorchid 9932CC  darkred 8B0000  darksalmon E9967A  darkseagreen 8FBC8F  darkslateblue 483D8B
        darkslategray 2F4F4F  darkturquoise 00CED1  darkviolet 9400D3  deeppink FF1493  deepskyblue 00BFFF
        dimgray 696969  dodgerblue 1E90FF  firebrick B22222  floralwhite FFFAF0  forestgreen 228B22  fuchsia FF00FF
        gainsboro DCDCDC  ghostwhite F8F8FF  gold FFD700  goldenrod DAA520  gray 808080  green 008000
        greenyellow ADFF2F  honeydew F0FFF0  hotpink FF69B4  indianred CD5C5C  indigo 4B0082  ivory FFFFF0  khaki F0E68C
        lavender E6E6FA  lavenderblush FFF0F5  lawngreen 7CFC00  lemonchiffon FFFACD  lightblue ADD8E6
        lightcoral F08080  lightcyan E0FFFF  lightgoldenrodyellow FAFAD2  lightgray D3D3D3  lightgreen 90EE90
        lightpink FFB6C1  lightsalmon FFA07A  lightseagreen 20B2AA  lightskyblue 87CEFA  lightslategray 778899
        lightsteelblue B0C4DE  lightyellow FFFFE0  lime 00FF00  limegreen 32CD32  linen FAF0E6  magenta FF00FF
        maroon 800000  mediumaquamarine 66CDAA  mediumblue 0000CD  mediumorchid BA55D3  mediumpurple 9370DB
        mediumseagreen 3CB371  mediumslateblue 7B68EE  mediumspringgreen 00FA9A  mediumturquoise 48D1CC
        mediumvioletred C71585  midnightblue 191970  mintcream F5FFFA  mistyrose FFE4E1  moccasin FFE4B5
        navajowhite FFDEAD  navy 000080  oldlace FDF5E6  olive 808000  olivedrab 6B8E23  orange FFA500  orangered FF4500
        orchid DA70D6  palegoldenrod EEE8AA  palegreen 98FB98  paleturquoise AFEEEE  palevioletred DB7093
        papayawhip FFEFD5  peachpuff FFDAB9  peru CD853F  pink FFC0CB  plum DDA0DD  powderblue B0E0E6  purple 800080
        rebeccapurple 663399  red FF0000  rosybrown BC8F8F  royalblue 4169E1  saddlebrown 8B4513  salmon FA8072
        sandybrown F4A460  seagreen 2E8B57  seashell FFF5EE  sienna A0522D  silver C0C0C0  skyblue 87CEEB
        slateblue 6A5ACD  slategray 708090  snow FFFAFA  springgreen 00FF7F  steelblue 4682B4  tan D2B48C  teal 008080
        thistle D8BFD8  tomato FF6347  turquoise 40E0D0  violet EE82EE  wheat F5DEB3  white FFFFFF  whitesmoke F5F5F5
        yellow FFFF00  yellowgreen 9ACD32
        """
}

/// UIKit's named colors, with `UIColor`'s values. ``green`` is brighter than CSS's `green`, which ``Color/init(parsing:)``
/// reads.
public protocol NamedColors {
    /// Creates a value from a color.
    init(_ color: Color)
}

extension NamedColors {
    /// UIKit's red, opaque.
    public static var red: Self { Self(Color(red: 255, green: 0, blue: 0)) }
    /// UIKit's green, opaque.
    public static var green: Self { Self(Color(red: 0, green: 255, blue: 0)) }
    /// UIKit's blue, opaque.
    public static var blue: Self { Self(Color(red: 0, green: 0, blue: 255)) }
    /// UIKit's yellow, opaque.
    public static var yellow: Self { Self(Color(red: 255, green: 255, blue: 0)) }
    /// UIKit's cyan, opaque.
    public static var cyan: Self { Self(Color(red: 0, green: 255, blue: 255)) }
    /// UIKit's magenta, opaque.
    public static var magenta: Self { Self(Color(red: 255, green: 0, blue: 255)) }
    /// UIKit's orange, opaque.
    public static var orange: Self { Self(Color(red: 255, green: 128, blue: 0)) }
    /// UIKit's purple, opaque.
    public static var purple: Self { Self(Color(red: 128, green: 0, blue: 128)) }
    /// UIKit's brown, opaque.
    public static var brown: Self { Self(Color(red: 153, green: 102, blue: 51)) }
    /// UIKit's darkGray, opaque.
    public static var darkGray: Self { Self(Color(red: 85, green: 85, blue: 85)) }
    /// UIKit's gray, opaque.
    public static var gray: Self { Self(Color(red: 128, green: 128, blue: 128)) }
    /// UIKit's lightGray, opaque.
    public static var lightGray: Self { Self(Color(red: 170, green: 170, blue: 170)) }
}
