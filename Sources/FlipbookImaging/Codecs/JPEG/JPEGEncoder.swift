internal import CImageKernels
package import FlipbookCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Writes pictures as JPEG files.
package enum JPEGEncoder {
    /// The bytes of a JPEG file of 8-bit RGBA; alpha is not looked at.
    /// - Parameters:
    ///   - quality: libjpeg's, 1 to 100.
    ///   - keepsColor: Whether colour is kept as finely as brightness.
    ///   - standard: What the file says that its numbers mean.
    /// - Throws: The library's words, for a picture beyond the format's size or without memory.
    package static func encode(
        _ picture: Picture,
        quality: Int,
        keepsColor: Bool,
        standard: InputProfile.Standard = .sRGB
    ) throws(StillEncodingError) -> [UInt8] {
        precondition(picture.format == .rgba, "JPEG stores 8 bits")
        return try picture.withUnsafeBytes { (pixels) throws(StillEncodingError) in
            guard let start = pixels.baseAddress else { return [] }
            var file = flipbook_jpeg_file()
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_JPEG_MESSAGE_CAPACITY))
            let status = flipbook_jpeg_encode(
                start,
                UInt32(picture.size.width),
                UInt32(picture.size.height),
                Int32(quality),
                keepsColor ? 1 : 0,
                &file,
                &message
            )
            guard status == FLIPBOOK_JPEG_OK else {
                throw .refused(format: "JPEG", reason: String(libraryMessage: message))
            }
            defer { free(file.bytes) }
            return profiled(UnsafeBufferPointer(start: file.bytes, count: file.count), standard)
        }
    }

    /// A file with a profile in a segment of its own, behind the first one, which is JFIF's (ICC.1:2010, annex B.4).
    private static func profiled(
        _ file: UnsafeBufferPointer<UInt8>,
        _ standard: InputProfile.Standard
    ) -> [UInt8] {
        guard file.count > 6, file[2] == 0xFF, file[3] == 0xE0 else { return Array(file) }
        let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + StandardProfile.icc(of: standard)
        let place = 4 + (Int(file[4]) << 8 | Int(file[5]))
        let length = profile.count + 2
        return file[..<place] + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + profile + file[place...]
    }
}
