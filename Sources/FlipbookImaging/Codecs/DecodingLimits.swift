public import FlipbookCore

/// The largest pictures, checked before memory is set aside: a PNG of a few kilobytes can claim billions of pixels.
public struct DecodingLimits: Hashable, Sendable {
    /// The longest side in pixels: 32,767 by default, in which libraries count coordinates, and twice what H.264 has.
    public var maximumSide: Int
    /// The largest picture in memory, at 4 bytes a pixel, and the largest file, in bytes; 1 GiB by default.
    public var maximumBytes: Int

    /// Limits, each with its default.
    public init(maximumSide: Int = 32_767, maximumBytes: Int = 1 << 30) {
        self.maximumSide = maximumSide
        self.maximumBytes = maximumBytes
    }

    /// The remedy for a picture that exceeds a limit, as its error ends.
    package static let remedy = "; make it smaller, or cut it into parts"

    /// Throws ``ImageError/tooLarge(reason:)`` when a picture of `size` exceeds a limit.
    public func check(_ size: PixelSize) throws(ImageError) { try check(size, bytesPerPixel: 4) }

    func allow(_ size: PixelSize, bytesPerPixel: Int) -> Bool {
        (try? check(size, bytesPerPixel: bytesPerPixel)) != nil
    }

    func check(_ size: PixelSize, bytesPerPixel: Int) throws(ImageError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .tooLarge(
                reason: "the picture is \(size), the longest side allowed is \(maximumSide) pixels" + Self.remedy
            )
        }
        let (byteCount, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        guard !overflow, byteCount <= maximumBytes else {
            let needed = overflow ? "more memory than can be counted" : "\(Self.mebibytes(byteCount)) MiB"
            throw .tooLarge(
                reason: "the picture is \(size) and needs \(needed), "
                    + "the most allowed for one picture is \(Self.mebibytes(maximumBytes)) MiB" + Self.remedy
            )
        }
    }

    /// Throws ``ImageError/tooLarge(reason:)`` if a file, or one of this name in an archive, exceeds a limit.
    package func check(fileOf byteCount: Int, named name: String? = nil) throws(ImageError) {
        guard byteCount <= maximumBytes else {
            let file = name.map { "\($0.escapingControlCharacters) in the archive unpacks to" } ?? "the file has"
            throw .tooLarge(
                reason: "\(file) \(Self.mebibytes(byteCount)) MiB, "
                    + "the most allowed is \(Self.mebibytes(maximumBytes)) MiB"
            )
        }
    }

    /// Bytes in units of 2^20, rounded up so that what exceeds a limit never reads as equal to it.
    package static func mebibytes(_ byteCount: Int) -> Int {
        byteCount / (1 << 20) + (byteCount % (1 << 20) == 0 ? 0 : 1)
    }
}
