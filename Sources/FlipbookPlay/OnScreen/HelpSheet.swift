package import FlipbookCore
import FlipbookMedia
import GStreamer
import Synchronization

/// The list of keys in a window, in as many columns and pages as needed.
package struct HelpSheet: Sketch {
    private struct Line: Hashable {
        let key, text: String
        let face: Look.Face
        var height: Double
        /// A Boolean value that indicates whether the line is a heading, which never ends a column.
        var isHeading: Bool { face == .heading }
    }

    private let query: String
    private let page: Int
    package let pageCount: Int
    private let columns: [[Line]]
    private let columnWidth, keyWidth: Double

    private static let leastWidth = 300.0
    private static let margin = 16.0
    private static let top = 44.0

    package init(_ sections: [KeyMap.Section], query: String, page: Int, in window: PixelSize, density: Double) {
        let room = Size(window, scale: density)
        let count = max(1, Int((room.width - 2 * Self.margin) / Self.leastWidth))
        columnWidth = (room.width - 2 * Self.margin) / Double(count)
        // This is the width of the longest key, Control+Shift+C.
        keyWidth = min(126, columnWidth * 0.42)
        let (textWidth, keyWidth) = (columnWidth - keyWidth - 18, keyWidth)
        let height = max(40, room.height - Self.top - 12)
        var columns: [[Line]] = [[]]
        func add(_ lines: [Line]) {
            let needed = lines.map(\.height).reduce(0, +)
            let used = columns[columns.count - 1].map(\.height).reduce(0, +)
            if used > 0, used + needed > height { columns.append([]) }
            columns[columns.count - 1] += lines
        }
        for section in sections.matching(query) {
            var heading: [Line] = [Line(key: "", text: section.title, face: .heading, height: 26)]
            for entry in section.entries {
                let key = Look.size(of: entry.keys, .key, width: keyWidth - 8).height
                let text = Look.size(of: entry.meaning, .word, width: textWidth).height
                let height = max(Look.lineHeight, key, text) + 2
                // A heading stays with its first entry.
                add(heading + [Line(key: entry.keys, text: entry.meaning, face: .word, height: height)])
                heading = []
            }
        }
        pageCount = (columns.count + count - 1) / count
        self.page = min(page, pageCount - 1)
        self.columns = Array(columns.dropFirst(self.page * count).prefix(count))
        self.query = query
    }

    package func paint(on context: DrawingContext, in room: Rect) {
        context.fill(room, with: Color(red: 20, green: 21, blue: 23, alpha: 242))
        let field = Rect(x: Self.margin, y: 10, width: min(260, room.width * 0.32), height: 24)
        context.fill(field, rounded: 5, with: Look.raised)
        let inner = field.inset(by: EdgeInsets(top: 0, left: 9, bottom: 0, right: 9))
        context.draw(query.isEmpty ? "type to find a key" : "\(query)_", query.isEmpty ? .faint : .word, in: inner)
        let pages = HelpPages.footer(page, pageCount, query: query)
        let width = max(0, room.width - field.maxX - 12 - Self.margin)
        context.draw(pages, .faint, in: Rect(x: field.maxX + 12, y: 10, width: width, height: 24), alignment: .right)
        if columns.allSatisfy(\.isEmpty) {
            let line = Rect(x: Self.margin, y: Self.top, width: room.width, height: 24)
            context.draw(HelpPages.absence(of: query), .faint, in: line)
        }
        for (index, column) in columns.enumerated() {
            var y = Self.top
            let x = Self.margin + Double(index) * columnWidth
            for line in column {
                if line.isHeading {
                    context.draw(line.text, .heading, in: Rect(x: x, y: y + 4, width: columnWidth - 18, height: 18))
                    context.fill(Rect(x: x, y: y + 23, width: columnWidth - 18, height: 1), with: Look.line)
                } else {
                    for (text, face, left, width) in [
                        (line.key, Look.Face.key, x, keyWidth - 8),
                        (line.text, .word, x + keyWidth, columnWidth - keyWidth - 18),
                    ] {
                        let rect = Rect(x: left, y: y + 1, width: width, height: line.height)
                        context.draw(text, in: rect, font: face.font, size: face.size, color: face.color)
                    }
                }
                y += line.height
            }
        }
    }
}

extension [KeyMap.Section] {
    /// Returns the entries whose key or meaning contains the query.
    package func matching(_ query: String) -> [KeyMap.Section] {
        let wanted = query.lowercased()
        if wanted.isEmpty { return self }
        return compactMap { section in
            let found = section.entries.filter {
                $0.keys.lowercased().contains(wanted) || $0.meaning.lowercased().contains(wanted)
            }
            return found.isEmpty ? nil : KeyMap.Section(title: section.title, entries: found)
        }
    }
}

extension OnScreenDisplay {
    func sheets(_ content: Content, in window: PixelSize) -> [OverlayBox] {
        let options = content.state.options
        let density = options.view?.density ?? 1
        var boxes: [OverlayBox] = []
        if let sheet = helpSheet(options, in: window) {
            boxes += [painter.box(sheet, in: PixelRect(window), density: density)].compactMap { $0 }
        }
        if let menu = menu(options, in: window) {
            boxes += [painter.box(menu, in: menu.bounds.snapped(scale: density), density: density)].compactMap { $0 }
        }
        return boxes
    }

    private func helpSheet(_ options: DisplayOptions, in window: PixelSize) -> HelpSheet? {
        guard let page = options.helpPage else { return nil }
        // Sinks' windows handle the mouse differently.
        let pointer = options.view == nil ? [] : [KeyMap.pointer]
        let density = options.view?.density ?? 1
        return HelpSheet(keyMap.sections + pointer, query: options.query, page: page, in: window, density: density)
    }

    var helpPageCount: Int {
        if let helpPages { return helpPages.count }
        let content = content.withLock { $0 }
        var options = content.state.options
        options.helpPage = options.helpPage ?? 0
        return helpSheet(options, in: content.window ?? content.source.sequence.outputSize)?.pageCount ?? 1
    }

    var menu: CommandMenu? {
        let content = content.withLock { $0 }
        return content.window.flatMap { menu(content.state.options, in: $0) }
    }

    private func menu(_ options: DisplayOptions, in window: PixelSize) -> CommandMenu? {
        options.menu.map { CommandMenu($0, keyMap, in: window, density: options.view?.density ?? 1) }
    }
}
