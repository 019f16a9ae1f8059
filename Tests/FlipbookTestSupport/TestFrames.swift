public import FlipbookCore
public import FlipbookImaging
import FlipbookScene
import Synchronization

/// Frames drawn by a formula, written as PNG files, their pixels known.
public struct TestFrames: Hashable, Sendable {
    /// The frames' size in pixels.
    public let size: PixelSize
    /// Whether alpha varies; otherwise every pixel is opaque.
    public let hasAlpha: Bool

    /// Frames of a size.
    public init(width: Int, height: Int, hasAlpha: Bool = false) {
        size = PixelSize(width: width, height: height)
        self.hasAlpha = hasAlpha
    }

    /// Frame `number`'s pixels as straight RGBA: a smooth picture that moves, another one for each number.
    public func pixels(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.area * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                bytes.append(Self.wave(x + 3 * number, period: 64))
                bytes.append(Self.wave(y + 5 * number, period: 96))
                bytes.append(UInt8(truncatingIfNeeded: 40 + 9 * number))
                bytes.append(hasAlpha ? Self.wave(x + y + 7 * number, period: 128) : 255)
            }
        }
        return bytes
    }

    /// Frame `number` as a picture of straight RGBA.
    public func picture(_ number: Int) -> Picture {
        let pixels = pixels(number)
        return Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
    }

    /// Frame `number` as the bytes of a PNG file.
    public func png(_ number: Int) throws -> [UInt8] {
        // A large one takes 50 ms to draw and to pack, and many tests want the same.
        let key = Key(frames: self, number: number)
        if let known = Self.files.withLock({ $0[key] }) { return known }
        let file = try PNGEncoder.encode(picture(number), opaque: !hasAlpha)
        Self.files.withLock { $0[key] = file }
        return file
    }

    private struct Key: Hashable {
        let frames: TestFrames
        let number: Int
    }

    private static let files = Mutex<[Key: [UInt8]]>([:])

    /// Writes the frames `numbers` into `folder`, named `stem.0001.png`.
    public func write(_ numbers: some Sequence<Int>, to folder: TemporaryDirectory, stem: String = "walk") throws {
        for number in numbers { try folder.write(try png(number), to: Self.name(number, stem: stem)) }
    }

    /// The name of a frame's file.
    public static func name(_ number: Int, stem: String = "walk") -> String {
        let digits = String(number)
        return "\(stem).\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).png"
    }

    /// A triangle wave from 0 to 255.
    private static func wave(_ position: Int, period: Int) -> UInt8 {
        let phase = position % period
        return UInt8(min(phase, period - phase) * 510 / period)
    }
}
