import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Testing

/// How the list of keys is laid out.
@Suite struct HelpPagesTests {
    @Test(
        "with room enough it is one page: titles, and below each a line for each entry, the meanings below each other"
    )
    func onePage() {
        for map in KeyMap.all {
            let pages = HelpPages(map.sections).pages
            expectEqual(pages.count, 1)
            let column = (map.entries.map(\.keys.count).max() ?? 0) + 2
            var expected: [String] = []
            for section in map.sections {
                expected += (expected.isEmpty ? [] : [""]) + [section.title]
                expected += section.entries.map { entry in
                    entry.keys + String(repeating: " ", count: column - entry.keys.count) + entry.meaning
                }
            }
            expectEqual(pages[0], expected)
        }
    }

    @Test("a list with a limit says on each page how it closes, and which key turns the page")
    func footers() {
        let sections = KeyMap.flipbook.sections
        for (query, rows, footer) in [
            ("", 1000, "Esc closes"), ("ping", 20, "Esc closes"), ("no such key", 20, "Esc closes"),
            ("", 12, ": ? for the next"), ("e", 12, ": Return for the next"),
        ] {
            let pages = HelpPages(sections, query: query, columns: 60, rows: rows).pages
            expectEqual(pages.count > 1, footer != "Esc closes")
            expect(pages.allSatisfy { $0.count <= rows && $0.last?.hasSuffix(footer) == true }, "\(pages)")
        }
    }

    @Test("every entry of a map is in one section")
    func sections() {
        for map in KeyMap.all {
            let listed = map.sections.flatMap(\.entries)
            expect(listed.count == map.entries.count && Set(listed) == Set(map.entries))
        }
    }

    @Test(
        "without room it is several pages that say so, and no letter is cut off",
        arguments: [(52, 15), (52, 11), (25, 11), (12, 5), (3, 2), (1, 1), (0, 0)]
    )
    func pages(columns: Int, rows: Int) {
        for map in KeyMap.all {
            let pages = HelpPages(map.sections, columns: columns, rows: rows).pages
            expect(pages.count > 1)
            expect(pages.allSatisfy { $0.count <= max(1, rows) && !$0.isEmpty })
            expect(pages.joined().allSatisfy { $0.count <= max(1, columns) })
            var shown = ""
            for (index, page) in pages.enumerated() {
                let hasFoot = rows > 1
                if hasFoot, columns > 10 {
                    expectEqual(
                        page.last,
                        String("Esc closes, page \(index + 1) of \(pages.count): ? for the next".prefix(columns))
                    )
                }
                shown += page.dropLast(hasFoot ? 1 : 0).joined()
            }
            let expected = map.sections.map { section in
                section.title + section.entries.map { $0.keys + $0.meaning }.joined()
            }.joined()
            // In columns, the meaning's further lines stand beside nothing.
            expectEqual(shown.filter { $0 != " " }, expected.filter { $0 != " " })
        }
    }
}
