import FlipbookImaging

extension OutputFormat {
    /// A PNG file for each frame.
    public static let numberedPNG = images("png", "a .png file", ["png"], .png)

    /// A JPEG file for each frame.
    public static let numberedJPEG = images("jpg", "a .jpg file", ["jpg", "jpeg"], .jpeg)

    /// A TIFF file for each frame.
    public static let numberedTIFF = images("tif", "a .tif file", ["tif", "tiff"], .tiff)

    /// A Windows bitmap for each frame.
    public static let numberedBMP = images("bmp", "a .bmp file", ["bmp"], .bmp, fields: [])

    /// A TGA file for each frame.
    public static let numberedTGA = images("tga", "a .tga file", ["tga"], .tga, fields: [])

    /// An OpenEXR file for each frame.
    public static let numberedEXR = images("exr", "an .exr file", ["exr"], .openEXR)

    /// An AVIF file for each frame.
    public static let numberedAVIF = images("avif-images", "an .avif file", ["avif"], .avif, [.avif])

    /// A JPEG XL file for each frame.
    public static let numberedJPEGXL = images("jxl-images", "a .jxl file", ["jxl"], .jpegXL, [.jxl])

    /// A WebP file for each frame.
    public static let numberedWebP = images("webp-images", "a .webp file", ["webp"], .webP, [.webP])

    private static func images(
        _ id: String,
        _ noun: String,
        _ extensions: [String],
        _ codec: VideoCodec,
        _ libraries: [RuntimeLibrary] = [],
        fields: [Metadata.Field] = Metadata.Field.allCases
    ) -> OutputFormat {
        OutputFormat(
            id: id,
            noun: noun,
            fileExtensions: extensions,
            kind: .images,
            codecs: [codec],
            metadataFields: Set(fields),
            libraries: libraries,
            writer: NumberedImages.self
        )
    }
}
