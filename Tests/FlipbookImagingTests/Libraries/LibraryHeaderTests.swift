import FlipbookTestSupport
import Foundation
import Testing

/// What we declare of libraries that are loaded at run time, beside their own headers, where `tools/setup --test` has installed them.
@Suite("Declarations of libraries", .hangLimit)
struct LibraryHeaderTests {
    @Test("sizes, places, constants and calls are those of the headers that are installed")
    func comparison() throws {
        let packages = [
            "libheif", "libjxl", "libavif", "libwebp", "lcms2", "librsvg-2.0", "pangocairo", "OpenEXR", "aom",
            "sqlite3", "sdl2",
        ]
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = source.appendingPathComponent("../../..").standardized
        var words = [
            "-std=c++17", "-fsyntax-only", "-I", root.appendingPathComponent("Sources/CPictureLibraries").path,
        ]
        for package in packages {
            let found = try Program("pkg-config").run(["--cflags-only-I", package])
            if found.status == 0 { words += found.text.split(whereSeparator: \.isWhitespace).map(String.init) }
        }
        let outcome = try Program("c++").run(words + [source.appendingPathComponent("library_headers.cc").path])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
