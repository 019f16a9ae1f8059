import FlipbookCore

/// The list of keys, laid out in pages of lines.
package struct HelpPages: Hashable, Sendable {
    /// The pages, at least one.
    package let pages: [[String]]

    /// The minimum width of the column for the keys' meanings. If there is less room, meanings are placed below the keys.
    private static let leastWidth = 16

    static func footer(_ page: Int, _ all: Int, query: String) -> String {
        let key = query.isEmpty ? "?" : "Return"
        return all == 1 ? "Esc closes" : "Esc closes, page \(page + 1) of \(all): \(key) for the next"
    }

    static func absence(of query: String) -> String { "no key for \"\(query)\"" }

    /// Lays out sections, or those that match a query, in pages of at most `rows` lines of at most `columns` characters.
    package init(_ all: [KeyMap.Section], query: String = "", columns: Int = .max, rows: Int = .max) {
        let sections = all.matching(query)
        let (columns, rows) = (max(1, columns), max(1, rows))
        // Keys take at most a third of the width; longer keys have their own line.
        let longest = sections.flatMap(\.entries).map(\.keys.count).max() ?? 0
        let keyWidth = min(longest, max(Self.leastWidth, columns / 3)) + 2
        func lines(_ entry: KeyMap.Entry) -> [String] {
            guard columns - keyWidth >= Self.leastWidth else {
                return entry.keys.wrapped(to: columns)
                    + entry.meaning.wrapped(to: max(1, columns - 1)).map { columns > 1 ? " " + $0 : $0 }
            }
            let isLong = entry.keys.count + 2 > keyWidth
            let meaning = entry.meaning.wrapped(to: columns - keyWidth).enumerated().map { index, line in
                return (index == 0 && !isLong ? entry.keys : "").padding(to: keyWidth) + line
            }
            return (isLong ? entry.keys.wrapped(to: columns) : []) + meaning
        }
        // A title stays with its first entry.
        let blocks = sections.flatMap { section in
            section.entries.enumerated().map { index, entry in
                (isFirst: index == 0, lines: (index == 0 ? section.title.wrapped(to: columns) : []) + lines(entry))
            }
        }
        var pages = [blocks.isEmpty ? Self.absence(of: query).wrapped(to: columns) : []]
        // The last line of each page is its footer. A list without a limit, which is printed, has none.
        let room = rows == 1 || rows == .max ? rows : rows - 1
        for block in blocks {
            // An empty line precedes each title except the first of a page.
            let gap = block.isFirst && !pages[pages.count - 1].isEmpty ? [""] : []
            if pages[pages.count - 1].count + gap.count + block.lines.count > room {
                if !pages[pages.count - 1].isEmpty { pages.append([]) }
            } else {
                pages[pages.count - 1] += gap
            }
            for line in block.lines {
                if pages[pages.count - 1].count == room { pages.append([]) }
                pages[pages.count - 1].append(line)
            }
        }
        let count = pages.count
        for index in pages.indices where room < rows {
            pages[index].append(String(Self.footer(index, count, query: query).prefix(columns)))
        }
        self.pages = pages
    }
}
