import FlipbookCore
import FlipbookImaging

// Numbered image files, one for each frame.
extension OutputFormat {
    /// A PNG file for each frame.
    public static let numberedPNG = OutputFormat(
        numbered: "png",
        noun: "a .png file",
        fileExtensions: ["png"],
        codec: .png,
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// A JPEG file for each frame.
    public static let numberedJPEG = OutputFormat(
        numbered: "jpg",
        noun: "a .jpg file",
        fileExtensions: ["jpg", "jpeg"],
        codec: .jpeg,
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// A TIFF file for each frame.
    public static let numberedTIFF = OutputFormat(
        numbered: "tif",
        noun: "a .tif file",
        fileExtensions: ["tif", "tiff"],
        codec: .tiff,
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// A Windows bitmap for each frame.
    public static let numberedBMP = OutputFormat(
        numbered: "bmp",
        noun: "a .bmp file",
        fileExtensions: ["bmp"],
        codec: .bmp
    )

    /// A TGA file for each frame.
    public static let numberedTGA = OutputFormat(
        numbered: "tga",
        noun: "a .tga file",
        fileExtensions: ["tga"],
        codec: .tga
    )

    /// An OpenEXR file for each frame.
    public static let numberedEXR = OutputFormat(
        numbered: "exr",
        noun: "an .exr file",
        fileExtensions: ["exr"],
        codec: .openEXR,
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// An AVIF file for each frame.
    public static let numberedAVIF = OutputFormat(
        numbered: "avif-images",
        noun: "an .avif file",
        fileExtensions: ["avif"],
        codec: .avif,
        libraries: [.heif],
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// A JPEG XL file for each frame.
    public static let numberedJPEGXL = OutputFormat(
        numbered: "jxl-images",
        noun: "a .jxl file",
        fileExtensions: ["jxl"],
        codec: .jpegXL,
        libraries: [.jxl],
        metadataFields: Set(Metadata.Field.allCases)
    )

    /// A WebP file for each frame.
    public static let numberedWebP = OutputFormat(
        numbered: "webp-images",
        noun: "a .webp file",
        fileExtensions: ["webp"],
        codec: .webP,
        libraries: [.webP],
        metadataFields: Set(Metadata.Field.allCases)
    )
}
