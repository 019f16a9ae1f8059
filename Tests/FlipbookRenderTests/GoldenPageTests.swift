import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Pages of golden pictures")
struct GoldenPageTests {
    /// Pixels of a page's picture across one of a golden's.
    private static let side = 6

    /// The goldens that a page shows.
    private static func goldens(in page: URL) throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "](golden-").dropFirst().compactMap { rest in
            rest.split(separator: ")").first.map(String.init)
        }
    }

    /// The pages by name, and the goldens that each shows.
    private static func pages() throws -> [String: [String]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: GoldenPage.folder.path)
            .filter { $0.hasSuffix(".md") }
        let pairs = try names.map { ($0, try goldens(in: GoldenPage.folder.appendingPathComponent($0))) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test("every picture of a page is its golden with squares for pixels; tools/record-goldens enlarges them again")
    func current() throws {
        let pages = try Self.pages()
        for page in ["CapInsets.md", "ContentModes.md", "Overlays.md"] {
            expectEqual(pages[page]?.isEmpty, false, "\(page)")
        }
        let decoder = ImageDecoder()
        for name in Set(pages.values.joined()) {
            let small = try decoder.decode(contentsOf: FilePath(GoldenPicture.folder.path + "/\(name).png"))
            let large = try decoder.decode(
                contentsOf: FilePath(GoldenPage.folder.path + "/Resources/golden-\(name).png")
            )
            let size = PixelSize(width: small.size.width * Self.side, height: small.size.height * Self.side)
            expectEqual(large.size, size, "\(name)")
            guard large.size == size else { continue }
            let enlarged = Picture(size.width, size.height) { x, y in small.pixel(x / Self.side, y / Self.side) }
            expectEqual(large.bytes, enlarged.bytes, "\(name)")
        }
    }

    @Test("no page's picture is left over, and the overview leads to each page")
    func complete() throws {
        let pages = try Self.pages()
        let resources = try FileManager.default.contentsOfDirectory(atPath: GoldenPage.folder.path + "/Resources")
            .filter { $0.hasPrefix("golden-") }
        expectEqual(Set(resources), Set(pages.values.joined().map { "golden-\($0).png" }))
        let overview = try String(
            contentsOf: GoldenPage.folder.appendingPathComponent("FlipbookRender.md"),
            encoding: .utf8
        )
        for (page, goldens) in pages where !goldens.isEmpty {
            expect(overview.contains("<doc:\(page.dropLast(3))>"), "\(page)")
        }
    }
}
