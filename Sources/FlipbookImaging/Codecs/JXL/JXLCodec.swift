internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// JPEG XL, ISO/IEC 18181, decoded by libjxl: 8 to 16 bits, transparency, with or without a container.
    public static let jxl: ImageCodec = ImageCodec(
        "JPEG XL",
        extensions: ["jxl"],
        matches: { $0.starts(with: [0xFF, 0x0A]) || $0.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) },
        details: { (file) throws(ImageError) in
            let format = ImageFormat.jxl
            // In a container, other boxes may precede the picture.
            for count in [FileReader.windowLength, 1 << 16, 1 << 20] {
                var details = try file.withBytes(at: 0, count: min(count, file.byteCount)) {
                    (bytes) throws(ImageError) -> ImageDetails? in
                    let events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING
                    guard let decoder = LibJXL.Decoder(bytes, isWhole: count >= file.byteCount, stoppingAt: events)
                    else { throw .notAnImage(found: FileContents(format)) }
                    guard let info = try decoder.info(), let colors = try decoder.colors() else { return nil }
                    return try ImageDetails(info, colors, byteCount: file.byteCount)
                }
                details?.taken = try taken(&file)
                if let details { return details }
                if count >= file.byteCount { throw .truncated }
            }
            throw .tooLarge(reason: "its picture does not begin within the first megabyte")
        },
        open: { (bytes, request) throws(ImageError) in try JXLSession(bytes, request) }
    ).loading(.jxl).finding { ColorProfile(ofJXL: $0) }
}

/// Returns the capture time in a container's EXIF data, unless the data is compressed.
private func taken(_ file: inout FileReader) throws(ImageError) -> CaptureTime? {
    guard try file.head().first == 0 else { return nil }
    let exif = try MediaBoxes(of: &file, upTo: "Exif").boxes.last { $0.type == "Exif" }
    return try exif.flatMap { (box) throws(ImageError) in
        try TIFFDirectory.exif(ofPartAt: box.contents.lowerBound, of: &file)?.captureTime(&file)
    }
}

extension ImageDetails {
    init(_ info: JxlBasicInfo, _ colors: ColorProfile, byteCount: Int) throws(ImageError) {
        guard (1...32).contains(info.bits_per_sample),
            let orientation = ImageOrientation(exifValue: Int(info.orientation))
        else { throw .corrupt(reason: "it declares \(info.bits_per_sample) bits per channel") }
        let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
        let model: ImageHeader.ColorModel = info.num_color_channels == 1 ? .gray : .rgb
        let (bits, hasAlpha) = (Int(info.bits_per_sample), info.alpha_bits > 0)
        var header = ImageHeader(size, .jxl, bits: bits, model, hasAlpha: hasAlpha, orientation)
        let (tag, statement): (ImageHeader.ColorTag, ColorStatements) =
            switch colors {
            case .standard: (.sRGB, .sRGB)
            case .icc: (.iccProfile, .iccProfile)
            default: (.codingIndependent, .codingIndependent)
            }
        (header.colorTag, header.holdsSeveralPictures) = (tag, info.have_animation != 0)
        self.init(header: header, byteCount: byteCount, colorStatements: statement)
    }
}
