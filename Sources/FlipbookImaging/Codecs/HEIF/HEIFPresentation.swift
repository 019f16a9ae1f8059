import FlipbookCore
import FlipbookFiles

/// The storage of a picture of a HEIF file, and the steps before it is shown.
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

/// The part of a picture that is shown (ISO/IEC 14496-12, clean aperture).
struct CleanAperture {
    /// The size of the part in whole pixels, the nearest ones.
    let size: PixelSize
    private let (width, height): (Double, Double)
    /// The distances of its center from the picture's to the right and down, in pixels.
    private let (right, down): (Double, Double)

    /// Reads eight numbers of 32 bits: width, height and the two distances, each a fraction.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let numbers = (0..<8).map { bytes.bigEndian32(at: $0 * 4) }
        guard [1, 3, 5, 7].allSatisfy({ numbers[$0] > 0 }) else {
            throw .corrupt(reason: "the part to show has no size")
        }
        (width, height) = (Double(numbers[0]) / Double(numbers[1]), Double(numbers[2]) / Double(numbers[3]))
        size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
        right = Double(Int32(bitPattern: numbers[4])) / Double(numbers[5])
        down = Double(Int32(bitPattern: numbers[6])) / Double(numbers[7])
    }

    /// The place of the part in a picture; a fraction of a pixel goes to the left and up.
    func rect(in whole: PixelSize) throws(ImageError) -> PixelRect {
        let left = (Double(whole.width) - width) / 2 + right
        let top = (Double(whole.height) - height) / 2 + down
        guard left >= 0, top >= 0, left + width <= Double(whole.width), top + height <= Double(whole.height),
            size.width <= whole.width, size.height <= whole.height
        else { throw .corrupt(reason: "the part to show lies outside the picture of \(whole) pixels") }
        // Half a pixel more may be shown than there is at the other end.
        return PixelRect(
            x: min(Int(left), whole.width - size.width),
            y: min(Int(top), whole.height - size.height),
            width: size.width,
            height: size.height
        )
    }
}
