import FlipbookCore
import FlipbookImaging
import Glibc

/// Google's libwebp, loaded when a WebP is written: nothing else needs it.
struct LibWebP: Sendable {
    /// What the loader calls it: version 7 of its interface, since 2018.
    static let name = "libwebp.so.7"

    private typealias Encode =
        @convention(c) (
            UnsafePointer<UInt8>?, Int32, Int32, Int32, Float, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
        ) -> Int
    private typealias EncodeExactly =
        @convention(c) (
            UnsafePointer<UInt8>?, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
        ) -> Int
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private let encode: Encode
    private let encodeExactly: EncodeExactly
    private let free: Free

    /// The library; `nil` where it is not installed.
    init?() {
        guard let library = dlopen(Self.name, RTLD_NOW | RTLD_LOCAL), let encode = dlsym(library, "WebPEncodeRGBA"),
            let encodeExactly = dlsym(library, "WebPEncodeLosslessRGBA"), let free = dlsym(library, "WebPFree")
        else { return nil }
        self.encode = unsafeBitCast(encode, to: Encode.self)
        self.encodeExactly = unsafeBitCast(encodeExactly, to: EncodeExactly.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }

    /// A WebP file of straight RGBA.
    /// - Parameter quality: 0 to 100; `nil` for pixels that come back exactly.
    func file(of picture: Picture, quality: Int?) throws(ExportError) -> [UInt8] {
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        var file: UnsafeMutablePointer<UInt8>?
        let count = picture.withUnsafeBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let quality else { return encodeExactly(pixels, width, height, width * 4, &file) }
            return encode(pixels, width, height, width * 4, Float(quality), &file)
        }
        defer { free(file) }
        guard count > 30, let file else {
            throw .unencodable(
                reason: "libwebp could not encode a picture of \(picture.size); its sides are 16383 at most. "
                    + "Write \(OutputFormat.numberedPNG.offer)."
            )
        }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// The chunks of such a file that hold its pixels.
    func chunks(of picture: Picture, quality: Int?) throws(ExportError) -> [UInt8] {
        let file = try file(of: picture, quality: quality)
        // The file's own header goes, and that of its extended form.
        return Array(file[(file[12..<16].elementsEqual("VP8X".utf8) ? 30 : 12)...])
    }
}
