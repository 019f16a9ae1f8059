package import FlipbookCore
package import FlipbookImaging

/// The primaries, transfer, and matrix of a video's pictures, identified by a standard.
public enum ColorSpace: String, Sendable, Hashable, Codable, CaseIterable {
    /// ITU-R BT.601 with 525 lines, which players assume for small videos that do not specify a color space.
    case bt601
    /// ITU-R BT.709, the default.
    case bt709
    /// ITU-R BT.2020, for wide-gamut displays.
    case bt2020
    /// sRGB's transfer with BT.709's matrix and primaries.
    case srgb
    /// Display P3: sRGB's transfer and BT.709's matrix, with the primaries of Apple's displays.
    case displayP3 = "display-p3"

    /// The color spaces that video streams and files can specify, starting with the default.
    package static let video: [ColorSpace] = [.bt709, .bt601, .bt2020, .srgb, .displayP3]
    /// The color spaces that image files can specify by a profile, code points, or primaries, starting with the default.
    package static let pictures: [ColorSpace] = [.srgb, .displayP3, .bt2020]

    /// The standard that sRGB pictures are converted to, or `nil` if values stay the same.
    package var standard: InputProfile.Standard? {
        switch self {
        case .displayP3: .displayP3
        case .bt2020: .bt2020
        case .bt601, .bt709, .srgb: nil
        }
    }
}

/// The values of black and white.
public enum ColorRange: String, Sendable, Hashable, Codable, CaseIterable {
    /// 0 and 255 in 8 bits.
    case full
    /// 16 and 235 in 8 bits, the default.
    case limited
}

package struct OutputColors: Sendable, Hashable {
    package let space: ColorSpace
    package let range: ColorRange
    /// A Boolean value that indicates whether the stream can specify only BT.709's transfer.
    package var hasCameraTransfer = false
    /// A Boolean value that indicates whether the colors belong to an image file, which specifies sRGB's curve in every color
    /// space.
    package var areOfImages = false
    /// The matrix to specify if the stream cannot specify the color space's own matrix.
    package var matrix: ColorSpace?

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

    /// GStreamer's numbers for RGB in these colors: full range, no matrix.
    package var source: String { "(string)1:1:\(numbers.transfer):\(numbers.primaries)" }

    package var coding: LumaCoding {
        let isFull = range == .full
        switch matrix ?? space {
        case .bt709, .srgb, .displayP3: return LumaCoding(red: 0.2126, blue: 0.0722, isFullRange: isFull)
        case .bt601: return LumaCoding(red: 0.299, blue: 0.114, isFullRange: isFull)
        case .bt2020: return LumaCoding(red: 0.2627, blue: 0.0593, isFullRange: isFull)
        }
    }

    /// GStreamer's numbers for the video: range, matrix, transfer, primaries.
    package var target: String {
        "(string)\(range == .full ? 1 : 2):\(numbers.matrix):\(numbers.transfer):\(numbers.primaries)"
    }

    package var rgbTarget: String { space == .srgb ? "sRGB" : source }

    /// GStreamer's numbers for sRGB gray: full range and BT.709's matrix, which does not affect gray.
    package static let gray = "(string)1:3:7:1"

    /// The code points of primaries, transfer, and matrix (ITU-T H.273, tables 2 to 4).
    package struct CodePoints: Sendable, Hashable {
        package let primaries, transfer: Int
        package var matrix: Int
        /// A Boolean value that indicates whether values use the full range, or `nil` if the file does not specify it.
        package var isFullRange: Bool?

        package init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool? = nil) {
            (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
        }

        /// Returns whether these code points, which were read from a file, match the requested ones. The file's range may be
        /// unspecified.
        package func agree(with wanted: CodePoints) -> Bool {
            (primaries, transfer, matrix) == (wanted.primaries, wanted.transfer, wanted.matrix)
                && isFullRange ?? wanted.isFullRange == wanted.isFullRange
        }
    }

    /// The code points in streams and files, except that unconverted RGB has the matrix 0. Values have sRGB's curve in every
    /// space. Videos specify BT.709's or BT.2020's curve, since players then show the values unchanged, whereas image programs
    /// convert from the specified curve.
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
