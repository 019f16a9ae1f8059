import FlipbookCore
import FlipbookImaging

extension FuzzTarget {
    /// The decoders and the readers of headers.
    static let pictures = [
        FuzzTarget("png", images: ["png"], png), FuzzTarget("jpeg", images: ["jpg"], decoded),
        FuzzTarget("bmp", images: ["bmp"], decoded), FuzzTarget("tiff", images: ["tiff"], decoded),
        FuzzTarget("header", images: ["png", "jpg", "bmp", "tiff", "gif", "webp"], header),
    ]

    /// Small, so that an input takes milliseconds and the limits are met often.
    private static let limits = DecodingLimits(maximumSide: 2048, maximumBytes: 1 << 22)

    /// What decodes is as large as its header says.
    @Sendable private static func decoded(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { bytes in
            var sizes: [PixelSize] = []
            for keepsSixteenBits in [false, true] {
                do throws(ImageError) {
                    let decoder = ImageDecoder(limits: limits, keepsSixteenBits: keepsSixteenBits)
                    sizes.append(try decoder.decode(bytes).size)
                } catch {
                    if !error.description.isPlainLine { return "the message is no line: \(error)" }
                }
            }
            guard let size = sizes.first else { return nil }
            if sizes.count == 1 { return "it decodes at one depth, and not at the other" }
            do throws(ImageError) {
                let header = try ImageDetails.read(bytes).header
                return header.size == size ? nil : "the header says \(header.size), the picture is \(size)"
            } catch {
                return "it decodes, and its header is refused: \(error)"
            }
        }
    }

    /// The fast way gives what libpng gives, or nothing.
    @Sendable private static func png(_ file: [UInt8]) -> String? {
        file.withUnsafeBytes { bytes in
            let decoder = ImageDecoder(limits: limits)
            func pixels(_ decode: () throws(ImageError) -> Picture) -> [UInt8]? {
                do throws(ImageError) { return try decode().withUnsafeBytes { Array($0) } } catch { return nil }
            }
            let ours = pixels { () throws(ImageError) in try decoder.decode(bytes) }
            let reference = pixels { () throws(ImageError) in try decoder.decodeWithLibPNG(bytes) }
            return ours == reference ? decoded(file) : "it is decoded in two ways"
        }
    }

    /// Whatever the bytes are, there are details or an error in one line.
    @Sendable private static func header(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return try ImageDetails.read(bytes).header.size.isEmpty ? "the picture has no size" : nil
            } catch {
                return error.description.isPlainLine ? nil : "the message is no line: \(error)"
            }
        }
    }
}
