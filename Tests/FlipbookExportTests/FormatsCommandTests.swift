import FlipbookExport
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook formats")
struct FormatsCommandTests {
    @Test("the table names every format with its codecs, and marks the defaults")
    func table() throws {
        let outcome = try Workbench().flipbook("formats")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
        expectEqual(lines.first, ["Reads:"])
        // By what each is read.
        expect(lines.contains(["PNG", ".png", ".apng", "ISA-L,", "libpng"]))
        expect(lines.contains(["GIF", ".gif", "Flipbook"]))
        expect(lines.contains { $0.first == "video" && $0.last == "GStreamer" })
        for format in OutputFormat.all {
            for name in format.namedExtensions {
                expect(outcome.text.contains("\n.\(name) --format \(format.id) "), "\(format.id)")
            }
            for codec in format.codecs {
                let mark = codec == format.defaultCodec ? "\(codec.id) *" : codec.id
                let row = outcome.text.split(separator: "\n").first {
                    $0.contains(".\(format.usualExtension)") && $0.contains("  \(mark)  ")
                }
                expect(row != nil, "\(codec.id) in \(format.id)")
            }
        }
    }

    @Test("the document says the same, and a missing element comes with its package")
    func document() throws {
        // A registry of plugins that were never scanned: nothing of GStreamer is there but its core.
        let outcome = try Workbench().flipbook(
            "formats",
            "--json",
            environment: ["GST_PLUGIN_SYSTEM_PATH": "/nonexistent", "GST_REGISTRY": "/dev/null"]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let document = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let writes = try require(document["writes"] as? [[String: Any]])
        expectEqual(writes.count, OutputFormat.all.reduce(2) { $0 + $1.codecs.count })
        let h265 = try require(writes.first { $0["codec"] as? String == "h265" })
        expectEqual(h265["missingElements"] as? [String], ["x265enc", "h265parse", "capsfilter", "mp4mux", "qtdemux"])
        expectEqual(h265["packages"] as? [String], ["gstreamer1.0-plugins-bad", "gstreamer1.0-plugins-good"])
        let png = try require(writes.first { $0["isNumbered"] as? Bool == true })
        expectEqual(png["missingElements"] as? [String], [])
        let tiff = try require(writes.first { $0["codec"] as? String == "tiff" })
        expectEqual(tiff["presets"] as? [String], ["none", "packbits", "lzw", "deflate"])
    }
}
