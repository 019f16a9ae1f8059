package import FlipbookCore

package struct IntactRows: Sendable {
    /// The picture, with clear pixels below the damage.
    package let picture: Picture
    package let count: Int

    /// Decodes a damaged PNG or JPEG file up to the damage, or returns `nil` if no row can be decoded.
    package init?(ofFileAt path: FilePath) {
        let decoded = try? DecodingLimits().withBytes(of: path) { (bytes) throws(ImageError) in try Self.decode(bytes) }
        guard let (picture, count) = decoded, count > 0 else { return nil }
        (self.picture, self.count) = (picture, count)
    }

    /// A clear color that marks the pixels not yet written by the decoder.
    private static let untouched: UInt32 = 0x00C5_3A91

    private static func decode(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> (Picture, Int) {
        let preamble = try? PNGPreamble(bytes)
        // An interlaced picture has no intact rows, since each of its passes covers all rows.
        guard let header = preamble?.header ?? ImageDetails.frameHeader(ofJPEG: bytes), !header.isInterlaced else {
            throw .empty
        }
        try DecodingRequest().check(header)
        var count = 0
        let picture = try Picture.decoded(size: header.size, format: .rgba) { (memory) throws(ImageError) in
            let pixels = memory.bindMemory(to: UInt32.self)
            pixels.update(repeating: untouched)
            // The error is ignored, since it only repeats that the file is damaged.
            if let preamble {
                try? LibPNGDecoder.decode(bytes, preamble: preamble, piece: 16, to: memory)
            } else {
                _ = try? JPEGDecoder.decode(bytes, header, dividedBy: 1, nil, to: memory)
            }
            count = pixels.lastIndex { $0 != untouched }.map { $0 / header.size.width + 1 } ?? 0
            for index in pixels.indices where pixels[index] == untouched { pixels[index] = 0 }
        }
        return (picture, count)
    }
}
