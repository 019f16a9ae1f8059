import CVersions
import FlipbookMedia

/// The versions of the libraries that the program runs with, in the order in which they are shown.
package enum LibraryVersions {
    package static let all: [(name: String, version: String)] = [
        ("GStreamer", LibraryMessages.version),
        ("libpng", String(cString: flipbook_libpng_version())),
        ("libjpeg", String(cString: flipbook_libjpeg_version())),
        // A paragraph, whose first line is `LIBTIFF, Version 4.5.0`.
        ("libtiff", number(in: String(cString: flipbook_libtiff_version()))),
        ("libyaml", String(cString: flipbook_libyaml_version())),
        ("ISA-L", String(cString: flipbook_isal_version())),
        ("libsixel", String(cString: flipbook_libsixel_version())),
    ]

    private static func number(in text: String) -> String {
        let line = text.split(separator: "\n").first ?? ""
        return line.split(separator: " ").last.map(String.init) ?? ""
    }
}
