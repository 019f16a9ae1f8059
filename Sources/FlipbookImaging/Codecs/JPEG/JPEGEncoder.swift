internal import CImageKernels
package import FlipbookCore
internal import Glibc

package enum JPEGEncoder {
    package static func encode(
        _ picture: Picture,
        quality: Int,
        keepsColor: Bool,
        standard: InputProfile.Standard = .sRGB,
        xmp: [UInt8] = []
    ) throws(StillEncodingError) -> [UInt8] {
        precondition(picture.format == .rgba, "a JPEG file needs 8 bits per channel")
        return try picture.withUnsafeBytes { (pixels) throws(StillEncodingError) in
            guard let start = pixels.baseAddress else { return [] }
            var file = flipbook_jpeg_file()
            var status = FLIPBOOK_JPEG_OK
            let words = String(libraryMessageOf: { message in
                let (width, height) = (UInt32(picture.size.width), UInt32(picture.size.height))
                status = flipbook_jpeg_encode(start, width, height, Int32(quality), keepsColor ? 1 : 0, &file, message)
            })
            guard status == FLIPBOOK_JPEG_OK else { throw .refused(format: "JPEG", reason: words) }
            defer { free(file.bytes) }
            return try described(UnsafeBufferPointer(start: file.bytes, count: file.count), standard, xmp)
        }
    }

    /// Inserts XMP (ISO 16684-3, 1.1.3) and a profile (ICC.1:2010, annex B.4) after the JFIF segment.
    private static func described(_ file: UnsafeBufferPointer<UInt8>, _ standard: InputProfile.Standard, _ xmp: [UInt8])
        throws(StillEncodingError) -> [UInt8]
    {
        guard file.count > 6, file[2] == 0xFF, file[3] == 0xE0 else { return Array(file) }
        let texts = xmp.isEmpty ? [] : Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp
        // A segment's length field has two bytes.
        guard texts.count <= 65_533 else { throw .refused(format: "JPEG", reason: "its text exceeds 65,000 bytes") }
        let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + StandardProfile.icc(of: standard)
        let place = 4 + (Int(file[4]) << 8 | Int(file[5]))
        return file[..<place] + segment(0xE1, texts) + segment(0xE2, profile) + file[place...]
    }

    private static func segment(_ type: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let length = contents.count + 2
        return contents.isEmpty ? [] : [0xFF, type, UInt8(length >> 8), UInt8(length & 255)] + contents
    }
}
