public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging

extension Picture {
    /// A picture of a size that every machine has memory for, whose memory is filled by `fill`.
    public convenience init(
        making size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        do throws(MachineShortage) {
            try self.init(size: size, format: format, filledBy: fill)
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// A straight RGBA picture whose pixels `pixel` gives by column and row.
    public convenience init(_ width: Int, _ height: Int, pixel: (Int, Int) -> [UInt8]) {
        self.init(making: PixelSize(width: width, height: height), format: .rgba) { target in
            for y in 0..<height {
                for x in 0..<width {
                    for (channel, value) in pixel(x, y).enumerated() { target[(y * width + x) * 4 + channel] = value }
                }
            }
        }
    }

    /// A straight RGBA picture of random pixels; half of them are opaque or clear.
    public convenience init(_ width: Int, _ height: Int, random generator: inout SeededGenerator) {
        var bytes = generator.bytes(width * height * 4)
        for i in stride(from: 3, to: bytes.count, by: 4) {
            switch bytes[i] & 3 {
            case 0: bytes[i] = 255
            case 1: bytes[i] = bytes[i] & 4 == 0 ? 0 : 255
            default: break
            }
        }
        self.init(width, height) { x, y in Array(bytes[((y * width + x) * 4)..<((y * width + x) * 4 + 4)]) }
    }

    /// All bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The four bytes of the pixel in column `x` of row `y`.
    public func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        withUnsafeBytes { Array($0[((y * size.width + x) * 4)..<((y * size.width + x) * 4 + 4)]) }
    }
}
