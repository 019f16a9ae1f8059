package import FlipbookCore

/// The layout of the context menu: topics and, next to the open topic, its commands. Used for painting and hit testing.
package struct CommandMenu: Sketch {
    package struct State: Hashable, Sendable {
        /// The location at which the menu was opened, in window pixels.
        package let place: Point
        package var topic: KeyMap.Topic?
        package var hovered: PlayerCommand?

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
    }

    package private(set) var rows: [Row] = []
    private var panels: [Rect] = []
    package private(set) var bounds = Rect.zero

    private static let rowHeight = 22.0
    private static let inset = 5.0

    package init(_ state: State, _ keyMap: KeyMap, in window: PixelSize, density: Double) {
        let room = Size(window, scale: density)
        let topics = KeyMap.Topic.allCases.map { topic in
            Row(target: .topic(topic), text: topic.rawValue, key: "›", isChosen: topic == state.topic)
        }
        let first = add(topics, at: Point(x: state.place.x / density, y: state.place.y / density), in: room) { $0 }
        if let open = rows.first(where: \.isChosen) {
            let items = NamedCommand.menu.filter { $0.command.topic == state.topic }.map { named in
                let (command, key) = (named.command, keyMap.label(of: named.command))
                return Row(target: .command(command), text: named.meaning, key: key, isChosen: command == state.hovered)
            }
            // The commands are to the right of the topics, or to the left if there is more room.
            let isLeft = first.minX > room.width - first.maxX
            add(items, at: Point(x: first.maxX - 2, y: open.rect.minY - Self.inset), in: room) { panel in
                guard panel.minX < first.maxX - 2, isLeft else { return panel }
                return Rect(origin: Point(x: max(0, first.minX + 2 - panel.width), y: panel.minY), size: panel.size)
            }
        }
        bounds = panels.dropFirst().reduce(first) { $0.union($1) }
    }

    /// Adds rows, in as many columns as the height requires.
    @discardableResult
    private mutating func add(_ list: [Row], at origin: Point, in room: Size, moved: (Rect) -> Rect) -> Rect {
        let most = max(1, Int((room.height - 2 * Self.inset) / Self.rowHeight))
        let columns = max(1, (list.count + most - 1) / most)
        let perColumn = max(1, (list.count + columns - 1) / columns)
        let text = list.map { Look.size(of: $0.text, .word).width }.max() ?? 0
        let key = list.map { $0.key.map { Look.size(of: $0, .key).width + 20 } ?? 0 }.max() ?? 0
        let width = min(text + key + 26, room.width / Double(columns))
        let size = Size(width: width * Double(columns), height: Double(perColumn) * Self.rowHeight + 2 * Self.inset)
        let x = min(max(0, origin.x), max(0, room.width - size.width))
        let y = min(max(0, origin.y), max(0, room.height - size.height))
        let panel = moved(Rect(origin: Point(x: x, y: y), size: size))
        panels.append(panel)
        rows += list.enumerated().map { index, row in
            var row = row
            let x = panel.minX + Double(index / perColumn) * width
            let y = panel.minY + Self.inset + Double(index % perColumn) * Self.rowHeight
            row.rect = Rect(x: x, y: y, width: width, height: Self.rowHeight)
            return row
        }
        return panel
    }

    /// Returns the topmost row at a position in the window, in points.
    package func target(at point: Point) -> Target? { rows.last { $0.rect.contains(point) }?.target }

    package func paint(on context: DrawingContext, in room: Rect) {
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        for (index, row) in rows.enumerated() {
            // The panel that was opened last is on top.
            if index == 0 || index == KeyMap.Topic.allCases.count { paint(panels[index == 0 ? 0 : 1], on: context) }
            if row.isChosen {
                let ground = row.rect.inset(by: EdgeInsets(top: 0, left: 4, bottom: 0, right: 4))
                context.fill(ground, rounded: 4, with: Look.raised)
            }
            let text = row.rect.inset(by: EdgeInsets(top: 0, left: 12, bottom: 0, right: 12))
            context.draw(row.text, .word, in: text)
            if let key = row.key { context.draw(key, .key, in: text, alignment: .right) }
        }
    }

    private func paint(_ panel: Rect, on context: DrawingContext) {
        context.fill(panel, rounded: 6, with: Look.line)
        context.fill(panel.inset(by: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)), rounded: 5, with: Look.ground)
    }
}
