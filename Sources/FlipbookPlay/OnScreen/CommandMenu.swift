package import FlipbookCore

/// The layout of the context menu: topics and, next to the open topic, its commands. Used for painting and hit testing.
package struct CommandMenu: Sketch {
    package struct State: Hashable, Sendable {
        /// The location at which the menu was opened, in window pixels.
        package let place: Point
        package var topic: KeyMap.Topic? { didSet { isEntered = isEntered && topic == oldValue } }
        package var hovered: PlayerCommand?
        /// A Boolean value that indicates whether a click opened the topic. In a narrow window, its commands replace the topics.
        package var isEntered = false

        package init(at place: Point) { self.place = place }
    }

    package enum Target: Hashable, Sendable {
        case topic(KeyMap.Topic)
        case command(PlayerCommand)
    }

    package struct Row: Hashable, Sendable {
        package let target: Target
        let text: String
        let key: String?
        let isChosen: Bool
        package var rect = Rect.zero

        fileprivate var keyWidth: Double { key.map { Look.size(of: $0, .key).width + 20 } ?? 0 }
    }

    /// The columns of a panel, as many as the height requires.
    private struct Columns {
        let count, rowCount: Int
        var width: Double

        init(_ rows: [Row], in room: Size) {
            let most = max(1, Int((room.height - 2 * CommandMenu.inset) / CommandMenu.rowHeight))
            count = max(1, (rows.count + most - 1) / most)
            rowCount = max(1, (rows.count + count - 1) / count)
            let widest = rows.map { Look.size(of: $0.text, .word).width + $0.keyWidth }.max() ?? 0
            width = min(widest + 26, room.width / Double(count))
        }

        var size: Size {
            Size(width: width * Double(count), height: Double(rowCount) * CommandMenu.rowHeight + 2 * CommandMenu.inset)
        }
    }

    package private(set) var rows: [Row] = []
    private var panels: [Rect] = []
    package var bounds: Rect { panels.dropFirst().reduce(panels[0]) { $0.union($1) } }

    private static let rowHeight = 22.0
    private static let inset = 5.0
    /// The minimum width of a column of commands next to the topics. Longer texts end with an ellipsis.
    private static let leastWidth = 250.0

    package init(_ state: State, _ keyMap: KeyMap, in window: PixelSize, density: Double) {
        let room = Size(window, scale: density)
        let topics = KeyMap.Topic.allCases.map { topic in
            Row(target: .topic(topic), text: topic.rawValue, key: "›", isChosen: topic == state.topic)
        }
        let commands = NamedCommand.menu.filter { $0.command.topic == state.topic }.map { named in
            let (command, key) = (named.command, keyMap.label(of: named.command))
            return Row(target: .command(command), text: named.label, key: key, isChosen: command == state.hovered)
        }
        let first = Columns(topics, in: room)
        var place = Point(x: state.place.x / density, y: state.place.y / density)
        // If the commands would not fit otherwise, the topics' right edge is at the pointer, which stays on the topics.
        let (width, behind) = (first.size.width - 12, room.width - place.x - 12)
        if max(place.x, behind - width) < Self.leastWidth, behind >= Self.leastWidth { place.x -= width }
        add(topics, first, at: place, in: room)
        if let open = rows.first(where: \.isChosen) {
            var second = Columns(commands, in: room)
            let (left, right) = (panels[0].minX, room.width - panels[0].maxX)
            if max(left, right) >= Self.leastWidth * Double(second.count) {
                let isRight = right >= min(second.size.width, left)
                second.width = min(second.width, (isRight ? right : left) / Double(second.count))
                let x = isRight ? room.width - right : left - second.size.width
                add(commands, second, at: Point(x: x, y: open.rect.minY - Self.inset), in: room)
            } else if state.isEntered {
                (rows, panels) = ([], [])
                let back = Row(target: open.target, text: "‹ \(open.text)", key: nil, isChosen: state.hovered == nil)
                add([back] + commands, Columns([back] + commands, in: room), at: place, in: room)
            }
        }
    }

    private mutating func add(_ list: [Row], _ columns: Columns, at origin: Point, in room: Size) {
        let size = columns.size
        let x = min(max(0, origin.x), max(0, room.width - size.width))
        let y = min(max(0, origin.y), max(0, room.height - size.height))
        let panel = Rect(origin: Point(x: x, y: y), size: size)
        panels.append(panel)
        rows += list.enumerated().map { index, row in
            var row = row
            let x = panel.minX + Double(index / columns.rowCount) * columns.width
            let y = panel.minY + Self.inset + Double(index % columns.rowCount) * Self.rowHeight
            row.rect = Rect(x: x, y: y, width: columns.width, height: Self.rowHeight)
            return row
        }
    }

    /// Returns the row at a position in the window, in points.
    package func target(at point: Point) -> Target? { rows.first { $0.rect.contains(point) }?.target }

    package func paint(on context: DrawingContext, in room: Rect) {
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        for panel in panels {
            context.fill(panel, rounded: 6, with: Look.line)
            let inner = panel.inset(by: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
            context.fill(inner, rounded: 5, with: Look.ground)
        }
        for row in rows {
            if row.isChosen {
                let ground = row.rect.inset(by: EdgeInsets(top: 0, left: 4, bottom: 0, right: 4))
                context.fill(ground, rounded: 4, with: Look.raised)
            }
            let line = row.rect.inset(by: EdgeInsets(top: 0, left: 12, bottom: 0, right: 12))
            let text = line.inset(by: EdgeInsets(top: 0, left: 0, bottom: 0, right: row.keyWidth))
            context.draw(row.text, .word, in: text)
            if let key = row.key { context.draw(key, .key, in: line, alignment: .right) }
        }
    }
}
