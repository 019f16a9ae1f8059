import FlipbookMedia
import Testing

/// How the list of keys is laid out.
@Suite struct HelpPagesTests {
    @Test("with room enough it is one page, a line for each entry, the meanings below each other")
    func onePage() {
        for map in KeyMap.all {
            let pages = HelpPages(map.entries).pages
            #expect(pages.count == 1)
            #expect(pages[0].count == map.entries.count)
            let column = (map.entries.map(\.keys.count).max() ?? 0) + 2
            for (line, entry) in zip(pages[0], map.entries) {
                #expect(line.hasPrefix(entry.keys + " "))
                #expect(line.dropFirst(column) == entry.meaning)
            }
        }
    }

    @Test(
        "without room it is several pages that say so, and no letter is cut off",
        arguments: [(52, 15), (52, 11), (25, 11), (12, 5), (3, 2), (1, 1), (0, 0)]
    )
    func pages(columns: Int, rows: Int) {
        for map in KeyMap.all {
            let pages = HelpPages(map.entries, columns: columns, rows: rows).pages
            #expect(pages.count > 1)
            #expect(pages.allSatisfy { $0.count <= max(1, rows) && !$0.isEmpty })
            #expect(pages.joined().allSatisfy { $0.count <= max(1, columns) })
            var shown = ""
            for (index, page) in pages.enumerated() {
                let hasFoot = rows > 1
                if hasFoot, columns > 10 { #expect(page.last == "? \(index + 1)/\(pages.count)") }
                shown += page.dropLast(hasFoot ? 1 : 0).joined()
            }
            let expected = map.entries.map { $0.keys + $0.meaning }.joined()
            // In columns, the meaning's further lines stand beside nothing.
            #expect(shown.filter { $0 != " " } == expected.filter { $0 != " " })
        }
    }
}
