import FlipbookCore

extension ImageDetails {
    /// The maximum number of segments before the frame header. A long profile has a few dozen segments.
    private static let mostSegments = 1000

    /// Reads the segments up to the frame header (ITU-T T.81, annex B; JFIF; EXIF).
    static func jpeg(_ file: inout FileReader) throws(ImageError) -> ImageDetails {
        var found = try segments(of: &file)
        guard file.role == .file else {
            if file.role == .member, try hasEnd(&file, from: found.end, found.details.header),
                found.details.header.remark != nil
            {
                file.end = found.companionsEnd.flatMap { $0 < file.end ?? 0 ? nil : $0 }
            }
            return found.details
        }
        do throws(ImageError) {
            if try !hasEnd(&file, from: found.end, found.details.header) { found.flaw = noEnd }
        } catch {
            // Samsung's cameras append other data, which they list at the end of the file.
            guard case .notAnImage = error.reason,
                try file.bytes(at: file.byteCount - 4, count: 4)?.elementsEqual("SEFT".utf8) == true
            else { throw error }
            found.details.header.remark = .companions("further pictures")
        }
        guard let flaw = found.flaw else { return found.details }
        try wrapping(checkPixels(of: file, found.details.header)) { (error: ImageError) -> ImageError in
            changing(flaw == noEnd && error.isDamage ? .truncated : error) { $0.header = found.details.header }
        }
        if found.details.header.remark == nil { found.details.header.remark = .flaw(flaw) }
        return found.details
    }

    /// Returns the frame header, or `nil` if there is none. The file may be damaged after the header.
    static func frameHeader(ofJPEG bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        guard var file = try? FileReader(bytes) else { return nil }
        return (try? segments(of: &file))?.details.header
    }

    private static let noEnd = "no end marker"

    /// Throws an error if a file that breaks the rules of its format lacks pixels.
    private static func checkPixels(of file: borrowing FileReader, _ header: ImageHeader) throws(ImageError) {
        try DecodingLimits().check(header.size)
        try DecodingLimits().check(fileOf: file.byteCount)
        try file.withBytes(at: 0, count: file.byteCount) { (bytes) throws(ImageError) in
            _ = try JPEGDecoder.decode(bytes, header, dividedBy: 8)
        }
    }

    /// `end` is the end of the frame header. `companionsEnd` is the end of the last companion picture in the file's list.
    private typealias Found = (details: ImageDetails, end: Int, flaw: String?, companionsEnd: Int?)

    /// Reads the segments without checking that the file has an end marker. If only part of a file is read, pixels must follow
    /// the segments.
    private static func segments(of file: inout FileReader) throws(ImageError) -> Found {
        var result: (orientation: ImageOrientation, aspect: PixelAspect?, color: ColorStatements) = (.up, nil, [])
        var companions: [String] = []
        var companionsEnd: Int?
        var taken: CaptureTime?
        var found: Found?
        var flaw: String?
        var offset = 2
        for _ in 0..<mostSegments {
            guard let start = try file.bytes(at: offset, count: 4) else { throw .truncated }
            guard start[0] == 0xFF else {
                // Decoders skip bytes that are not part of a segment, and continue at the next marker.
                let count = min(FileReader.windowLength, file.byteCount - offset)
                guard let next = try file.bytes(at: offset, count: count)?.firstIndex(of: 0xFF) else {
                    throw .corrupt(reason: "a marker is missing at byte \(offset)")
                }
                flaw = "bytes that belong to no segment"
                offset += next
                continue
            }
            let marker = start[1]
            // Any number of FF bytes may precede a marker. FF 00 is not a marker.
            if marker == 0xFF || marker == 0 {
                offset += 1
                continue
            }
            if marker == 0xDA, let found { return found }
            let length = Int(start.bigEndian16(at: 2))
            try require(length >= 2 && marker != 0xDA && marker != 0xD9, "the frame header is missing")
            let payload = offset + 4
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard let frame = try file.bytes(at: payload, count: 6) else { throw .truncated }
                let (size, depth, channels) = try frameHeader(frame, marker: marker)
                let hasProfile = result.color.contains(.iccProfile)
                let header = ImageHeader(size, .jpeg, bits: depth, channels, result.orientation, hasProfile: hasProfile)
                var details = ImageDetails(header: header, byteCount: file.byteCount, colorStatements: result.color)
                (details.pixelAspect, details.taken) = (result.aspect, taken)
                if result.color == .adobeRGB { details.header.colorTag = .adobeRGB }
                if !companions.isEmpty { details.header.remark = .companions(companions.listed(by: "and")) }
                found = (details, offset + 2 + length, flaw, companionsEnd)
                if let found, file.role == .file { return found }
            case 0xE0:
                let jfif = try file.bytes(at: payload, count: min(length - 2, 14))
                if let jfif, jfif.count >= 12, jfif.starts(with: "JFIF\0".utf8) {
                    let (across, down) = (Int(jfif.bigEndian16(at: 8)), Int(jfif.bigEndian16(at: 10)))
                    result.aspect = PixelAspect(horizontal: across, vertical: down)
                }
            case 0xE1:
                let exif = try file.bytes(at: payload, count: min(length - 2, FileReader.windowLength))
                if let exif, exif.starts(with: "Exif\0\0".utf8) {
                    let directory = try TIFFDirectory.exif(at: payload + 6, of: &file)
                    result.orientation = directory?.orientation ?? .up
                    taken = try directory?.captureTime(&file)
                    if try directory?.isAdobeRGB(&file) ?? false { result.color.insert(.adobeRGB) }
                } else if let exif, exif.starts(with: "http://ns.adobe.com/xap/".utf8) {
                    companions += Self.companions(namedIn: exif)
                }
            case 0xE2:
                let profile = try file.bytes(at: payload, count: min(length - 2, 12))
                if let profile, profile.starts(with: "ICC_PROFILE\0".utf8) { result.color.insert(.iccProfile) }
                // The MPF segment (CIPA DC-007) lists further pictures in the file, usually previews and gain maps.
                if let profile, profile.starts(with: "MPF\0".utf8) {
                    if companions.isEmpty { companions = ["further pictures"] }
                    if file.role == .member {
                        companionsEnd = try TIFFDirectory.exif(at: payload + 4, of: &file)?.companionsEnd(&file)
                    }
                }
            default: break
            }
            offset += 2 + length
        }
        throw .tooLarge(reason: "the frame header is not in the first \(mostSegments) segments")
    }

    /// Returns the companions listed in XMP, in Google's motion photo and Ultra HDR formats.
    private static func companions(namedIn xmp: UnsafeRawBufferPointer) -> [String] {
        var companions: [String] = []
        if ["Camera:MotionPhoto", "Camera:MicroVideo"].contains(where: { xmp.place(of: $0) != nil }) {
            companions.append("the video of a motion photo")
        }
        if xmp.place(of: "hdrgm:Version") != nil { companions.append("a gain map") }
        return companions
    }

    private static func frameHeader(_ frame: UnsafeRawBufferPointer, marker: UInt8)
        throws(ImageError) -> (PixelSize, depth: Int, ImageHeader.ColorModel)
    {
        // Sequential and progressive JPEG, with Huffman or arithmetic coding.
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
            throw .unsupported("a lossless or hierarchical JPEG file")
        }
        let depth = Int(frame[0])
        guard depth == 8 else { throw .unsupported("a JPEG file with \(depth) bits per channel") }
        let size = PixelSize(width: Int(frame.bigEndian16(at: 3)), height: Int(frame.bigEndian16(at: 1)))
        try require(!size.isEmpty, "the frame header has no size")
        guard let model = [1: ImageHeader.ColorModel.gray, 3: .rgb, 4: .cmyk][frame[5]] else {
            throw .unsupported("a JPEG file with \(frame[5]) channels")
        }
        return (size, depth, model)
    }

    /// Returns `true` if an end marker terminates the image. If the file is long enough to contain multiple pictures, this
    /// method steps through the segments and the coded data.
    private static func hasEnd(_ file: inout FileReader, from start: Int, _ header: ImageHeader) throws(ImageError)
        -> Bool
    {
        let isClosed = try file.bytes(at: file.byteCount - 2, count: 2).map { $0.elementsEqual([0xFF, 0xD9]) } ?? false
        if isClosed, file.byteCount <= header.size.area, file.role == .file { return true }
        var offset = start
        walk: while offset < file.byteCount {
            let count = min(FileReader.windowLength, file.byteCount - offset)
            guard count >= 2, let bytes = try file.bytes(at: offset, count: count) else { break }
            // In coded data, FF is followed by 0 or a restart number.
            guard let place = bytes.firstIndex(of: 0xFF) else {
                offset += count
                continue
            }
            guard place + 1 < count else {
                guard place > 0 else { break }
                offset += place
                continue
            }
            switch bytes[place + 1] {
            case 0xD9:
                let end = offset + place + 2
                file.end = end
                guard let preview = header.largestPreview else { return true }
                try ImageFormat.jpeg.checkSole(&file, after: end, preview: preview)
                return true
            case 0xFF: offset += place + 1
            case 0, 0x01, 0xD0...0xD8: offset += place + 2
            default:
                guard let length = try file.bytes(at: offset + place + 2, count: 2) else { break walk }
                offset += place + 2 + max(2, Int(length.bigEndian16(at: 0)))
            }
        }
        return isClosed
    }
}
