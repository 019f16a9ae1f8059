public import FlipbookCore

/// Limits that are checked before memory is allocated, since a PNG of a few kilobytes can claim to have billions of pixels.
public struct DecodingLimits: Hashable, Sendable {
    /// The maximum width and height in pixels. The default, 32,767, is the limit of many libraries.
    public var maximumSide: Int
    /// The maximum size, in bytes, of a file, and of a picture in memory at 4 bytes per pixel. The default is 1 GiB.
    public var maximumBytes: Int

    /// Creates limits. Each has a default.
    public init(maximumSide: Int = 32_767, maximumBytes: Int = 1 << 30) {
        (self.maximumSide, self.maximumBytes) = (maximumSide, maximumBytes)
    }

    package static let remedy = "; make it smaller, or split it into parts"

    /// Throws ``ImageError/tooLarge(reason:)`` if a picture exceeds a limit.
    public func check(_ size: PixelSize) throws(ImageError) { try check(size, bytesPerPixel: 4) }

    func fits(_ size: PixelSize, bytesPerPixel: Int) -> Bool { (try? check(size, bytesPerPixel: bytesPerPixel)) != nil }

    func check(_ size: PixelSize, bytesPerPixel: Int) throws(ImageError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .tooLarge(reason: "the picture is \(size); the limit is \(maximumSide) pixels per side" + Self.remedy)
        }
        let (byteCount, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        guard !overflow, byteCount <= maximumBytes else {
            let needed = overflow ? "more memory than can be addressed" : "\(Self.mebibytes(byteCount)) MiB"
            let most = "\(Self.mebibytes(maximumBytes)) MiB"
            throw .tooLarge(reason: "the picture (\(size)) needs \(needed); the limit is \(most)" + Self.remedy)
        }
    }

    package func check(fileOf byteCount: Int, named name: String? = nil) throws(ImageError) {
        guard byteCount > maximumBytes else { return }
        let file = name.map { "\($0.escapingControlCharacters) in the archive unpacks to" } ?? "the file is"
        let most = "the limit is \(Self.mebibytes(maximumBytes)) MiB"
        throw .tooLarge(reason: "\(file) \(Self.mebibytes(byteCount)) MiB; \(most)")
    }

    /// Converts bytes to MiB. The result is rounded up, so that a value above a limit is never printed as equal to the limit.
    package static func mebibytes(_ byteCount: Int) -> Int { byteCount / (1 << 20) + (byteCount % (1 << 20)).signum() }
}
