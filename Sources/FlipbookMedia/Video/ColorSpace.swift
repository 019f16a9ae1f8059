package import FlipbookCore
package import FlipbookImaging

/// The primaries, the transfer and the matrix of a video's pictures, by a standard's name.
public enum ColorSpace: String, Sendable, Hashable, Codable, CaseIterable {
    /// ITU-R BT.601 with 525 lines: what players take small films for that say nothing.
    case bt601
    /// ITU-R BT.709: the usual one.
    case bt709
    /// ITU-R BT.2020, for screens of many colors.
    case bt2020
    /// sRGB's transfer, in BT.709's matrix and primaries.
    case srgb
    /// Display P3: sRGB's transfer, in BT.709's matrix, with the primaries of Apple's screens.
    case displayP3 = "display-p3"

    /// Those that a video's stream and file can say, the usual one first.
    package static let video: [ColorSpace] = [.bt709, .bt601, .bt2020, .srgb, .displayP3]
    /// Those that a file of pictures can say by a profile, code points or primaries, the usual one first.
    package static let pictures: [ColorSpace] = [.srgb, .displayP3, .bt2020]

    /// The standard that pictures of sRGB are converted to, or `nil` for those whose numbers stay.
    package var standard: InputProfile.Standard? {
        switch self {
        case .displayP3: .displayP3
        case .bt2020: .bt2020
        case .bt601, .bt709, .srgb: nil
        }
    }
}

/// The numbers of black and white.
public enum ColorRange: String, Sendable, Hashable, Codable, CaseIterable {
    /// 0 and 255 in 8 bits.
    case full
    /// 16 and 235 in 8 bits: the usual one.
    case limited
}

/// The meaning of the numbers in a file's pictures.
package struct OutputColors: Sendable, Hashable {
    package let space: ColorSpace
    package let range: ColorRange
    /// A Boolean value that tells whether the stream knows no other name for the transfer than BT.709's.
    package var hasCameraTransfer = false
    /// A Boolean value that tells whether they are those of images, which name sRGB's curve in every space.
    package var areOfImages = false
    /// The standard whose matrix the numbers have, since the stream knows no other, or `nil` for that of the space.
    package var matrix: ColorSpace?

    /// Colors of a space and a range.
    package init(
        space: ColorSpace,
        range: ColorRange,
        hasCameraTransfer: Bool = false,
        areOfImages: Bool = false,
        matrix: ColorSpace? = nil
    ) {
        (self.space, self.range, self.matrix) = (space, range, matrix)
        (self.hasCameraTransfer, self.areOfImages) = (hasCameraTransfer, areOfImages)
    }

    /// GStreamer's numbers of red, green and blue in these colors: full range, no matrix.
    package var source: String { "(string)1:1:\(numbers.transfer):\(numbers.primaries)" }

    /// The conversion of red, green and blue to luma and chroma.
    package var coding: LumaCoding {
        let isFull = range == .full
        switch matrix ?? space {
        case .bt709, .srgb, .displayP3: return LumaCoding(red: 0.2126, blue: 0.0722, isFullRange: isFull)
        case .bt601: return LumaCoding(red: 0.299, blue: 0.114, isFullRange: isFull)
        case .bt2020: return LumaCoding(red: 0.2627, blue: 0.0593, isFullRange: isFull)
        }
    }

    /// GStreamer's numbers of the video: range, matrix, transfer, primaries.
    package var target: String {
        "(string)\(range == .full ? 1 : 2):\(numbers.matrix):\(numbers.transfer):\(numbers.primaries)"
    }

    /// The same of red, green and blue as they are.
    package var rgbTarget: String { space == .srgb ? "sRGB" : source }

    /// GStreamer's numbers of gray as sRGB has it: full range, BT.709's matrix, which gray has no use for.
    package static let gray = "(string)1:3:7:1"

    /// The numbers of primaries, transfer and matrix that streams and files say (ITU-T H.273, tables 2 to 4).
    package struct CodePoints: Sendable, Hashable {
        package let primaries: Int
        package let transfer: Int
        package var matrix: Int
        /// A Boolean value that tells whether black is the lowest number, or `nil` if a file does not say.
        package var isFullRange: Bool?

        /// The numbers of a stream or a file.
        package init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool? = nil) {
            (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
        }

        /// Returns whether a file with these numbers has the wanted ones. Its range may be missing.
        package func agree(with wanted: CodePoints) -> Bool {
            (primaries, transfer, matrix) == (wanted.primaries, wanted.transfer, wanted.matrix)
                && isFullRange ?? wanted.isFullRange == wanted.isFullRange
        }
    }

    /// The colors as streams and files say them, but that red, green and blue as they are have the matrix 0. The numbers
    /// stand for light by sRGB's curve in every space. Films call it BT.709's or BT.2020's, since by these names players
    /// show the numbers as they are; programs that know images convert by the name.
    package var codePoints: CodePoints {
        var points = ownCodePoints
        if let matrix { points.matrix = OutputColors(space: matrix, range: range).ownCodePoints.matrix }
        return points
    }

    private var ownCodePoints: CodePoints {
        switch space {
        case .bt601: CodePoints(primaries: 6, transfer: 6, matrix: 6)
        case .bt709: CodePoints(primaries: 1, transfer: 1, matrix: 1)
        case .bt2020: CodePoints(primaries: 9, transfer: areOfImages ? 13 : 14, matrix: 9)
        case .srgb: CodePoints(primaries: 1, transfer: 13, matrix: 1)
        case .displayP3: CodePoints(primaries: 12, transfer: hasCameraTransfer ? 1 : 13, matrix: 1)
        }
    }

    /// The code points by the numbers of GStreamer's enumerations.
    private var numbers: (matrix: Int, transfer: Int, primaries: Int) {
        let points = codePoints
        let (matrices, transfers) = ([1: 3, 6: 4, 9: 6], [1: 5, 6: 16, 13: 7, 14: 13])
        let primaries = [1: 1, 6: 4, 9: 7, 12: 11]
        return (matrices[points.matrix] ?? 0, transfers[points.transfer] ?? 0, primaries[points.primaries] ?? 0)
    }
}

extension Setting {
    package static let colorSpace = Setting(rawValue: "colorspace")
    package static let colorRange = Setting(rawValue: "range")
}
