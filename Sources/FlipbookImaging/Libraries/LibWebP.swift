internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

package struct LibWebP: Sendable {
    private let webP: WebPCalls

    package init?() {
        guard let webP = WebPCalls.loaded else { return nil }
        self.webP = webP
    }

    package func picture(in bytes: UnsafeRawBufferPointer, size: PixelSize) throws(ImageError) -> Picture {
        try Picture.decoded(size: size, format: .rgba) { (pixels) throws(ImageError) in
            let row = Int32(size.width * 4)
            let decoded = webP.WebPDecodeRGBAInto(bytes.address, bytes.count, pixels.address, pixels.count, row)
            guard decoded != nil else { throw .corrupt(reason: "libwebp cannot decode its pixels") }
        }
    }

    /// Decodes a lossy, opaque file with even sides to planes.
    package func planes(in bytes: UnsafeRawBufferPointer, size: PixelSize) throws(ImageError) -> Picture {
        try Picture.decoded(size: size, format: .i420) { (target) throws(ImageError) in
            let (area, quarter, width) = (size.area, size.area / 4, Int32(size.width))
            let (start, count) = (bytes.address, bytes.count)
            let isDecoded = try ImageError.ofMachine { () throws(MachineShortage) in
                try PictureMemory.shared.withScratch(area + 2 * quarter) { memory in
                    let luma = memory.assumingMemoryBound(to: UInt8.self)
                    let (blue, red, half) = (luma + area, luma + area + quarter, width / 2)
                    let decode = webP.WebPDecodeYUVInto
                    let decoded = decode(start, count, luma, area, width, blue, quarter, half, red, quarter, half)
                    guard decoded != nil else { return false }
                    YCbCrPlanes(
                        YCbCrPlanes.Plane(start: luma, bytesPerRow: size.width),
                        YCbCrPlanes.Plane(start: blue, bytesPerRow: size.width / 2),
                        YCbCrPlanes.Plane(start: red, bytesPerRow: size.width / 2),
                        .webP
                    ).writeI420(size, to: target)
                    return true
                }
            }
            guard isDecoded else { throw .corrupt(reason: "libwebp cannot decode its pixels") }
        }
    }

    /// Encodes straight RGBA with the color profile of a standard. `quality` is 0 to 100, or `nil` for lossless.
    package func file(of picture: Picture, quality: Int?, standard: InputProfile.Standard = .sRGB, xmp: [UInt8] = [])
        throws(StillEncodingError) -> [UInt8]
    {
        let file = try plainFile(of: picture, quality: quality)
        let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
        // A lossless picture declares whether it is transparent. A lossy picture without VP8X is opaque.
        let hasAlpha =
            isExtended ? file[20] & 0x10 != 0 : file[12..<16].elementsEqual("VP8L".utf8) && file[24] & 0x10 != 0
        let (size, profile) = (picture.size, StandardProfile.icc(of: standard))
        let flags = (hasAlpha ? 0x30 : 0x20) | (xmp.isEmpty ? 0 : 0x04)
        var body = Array("WEBPVP8X".utf8) + little(10, 4) + little(flags, 4)
        body += little(size.width - 1, 3) + little(size.height - 1, 3)
        body += Self.chunk("ICCP", profile)
        body += file[(isExtended ? 30 : 12)...]
        if !xmp.isEmpty { body += Self.chunk("XMP ", xmp) }
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    package static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(contents.count, 4) + contents + [UInt8](repeating: 0, count: contents.count % 2)
    }

    private func plainFile(of picture: Picture, quality: Int?) throws(StillEncodingError) -> [UInt8] {
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        var file: UnsafeMutablePointer<UInt8>?
        let count = picture.withUnsafeBytes { bytes in
            let (pixels, row) = (bytes.address, width * 4)
            guard let quality else { return webP.WebPEncodeLosslessRGBA(pixels, width, height, row, &file) }
            return webP.WebPEncodeRGBA(pixels, width, height, row, Float(quality), &file)
        }
        defer { webP.WebPFree(file) }
        guard count > 30, let file else { throw .refused(format: "WebP", reason: "a side has more than 16383 pixels") }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    package func chunks(of picture: Picture, quality: Int?) throws(StillEncodingError) -> [UInt8] {
        let file = try plainFile(of: picture, quality: quality)
        // The headers of the file and of the extended format are omitted.
        return Array(file[(file[12..<16].elementsEqual("VP8X".utf8) ? 30 : 12)...])
    }
}
