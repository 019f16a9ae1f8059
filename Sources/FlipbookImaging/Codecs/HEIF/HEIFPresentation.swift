import FlipbookCore
import FlipbookFiles

struct HEIFPresentation {
    enum Step {
        case turned(ImageOrientation)
        case cut(CleanAperture)
    }

    var storedSize = PixelSize(width: 0, height: 0)
    var steps: [Step] = []

    var size: PixelSize {
        steps.reduce(storedSize) { size, step in
            switch step {
            case .turned(let orientation): orientation.shownSize(of: size)
            case .cut(let aperture): aperture.size
            }
        }
    }

    func shown(_ stored: Picture) throws(ImageError) -> Picture {
        var picture = stored
        for step in steps {
            switch step {
            case .turned(let orientation): picture = try ImageError.wrapping(picture.oriented(orientation))
            case .cut(let aperture):
                let rect = try aperture.rect(in: picture.size)
                picture = try ImageError.wrapping(picture.cropped(to: rect))
            }
        }
        return picture
    }
}

/// The part of a picture that is displayed (the clean aperture in ISO/IEC 14496-12).
struct CleanAperture {
    let size: PixelSize
    private let (width, height): (Double, Double)
    private let (right, down): (Double, Double)

    /// Reads eight 32-bit numbers: width, height, and two offsets, each a fraction.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let numbers = (0..<8).map { bytes.bigEndian32(at: $0 * 4) }
        try require([1, 3, 5, 7].allSatisfy { numbers[$0] > 0 }, "the clean aperture has no size")
        (width, height) = (Double(numbers[0]) / Double(numbers[1]), Double(numbers[2]) / Double(numbers[3]))
        size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
        right = Double(Int32(bitPattern: numbers[4])) / Double(numbers[5])
        down = Double(Int32(bitPattern: numbers[6])) / Double(numbers[7])
    }

    /// Returns the rectangle in a picture. A fractional upper-left corner is rounded to the left and up.
    func rect(in whole: PixelSize) throws(ImageError) -> PixelRect {
        let left = (Double(whole.width) - width) / 2 + right
        let top = (Double(whole.height) - height) / 2 + down
        guard left >= 0, top >= 0, left + width <= Double(whole.width), top + height <= Double(whole.height),
            size.width <= whole.width, size.height <= whole.height
        else { throw .corrupt(reason: "the clean aperture is outside the \(whole) picture") }
        // Rounding may make the rectangle extend past the right or lower edge by half a pixel.
        let (x, y) = (min(Int(left), whole.width - size.width), min(Int(top), whole.height - size.height))
        return PixelRect(x: x, y: y, width: size.width, height: size.height)
    }
}
