import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender

/// Converts frames and text into terminal output, based on what the terminal already shows.
struct TerminalPainter: Sendable {
    struct Scene: Sendable {
        var size: TerminalSize
        var frame: PixelSize?
        var status = ""
        var panel: [String] = []
        var isOneToOne = false
    }

    private let graphics: TerminalGraphics
    private let colors: TerminalColors
    private var shown: TerminalGrid?
    private var placement: TerminalPlacement?
    private var scaler: TerminalScaler?
    private var picture: Picture?
    private var panel: [String] = []
    private var number: UInt32 = 1

    init(graphics: TerminalGraphics, colors: TerminalColors) { (self.graphics, self.colors) = (graphics, colors) }

    mutating func forget() { shown = nil }

    /// Returns the bytes that make the terminal show `scene`, or `nil` if there is no memory for its picture.
    /// - Parameters:
    ///   - isNew: A Boolean value that indicates whether the frame has changed since the last call.
    ///   - pixels: Passes the frame's bytes. Each pixel has a blue, green, red, and unused byte.
    mutating func bytes(
        for scene: Scene,
        isNew: Bool,
        pixels: ((UnsafeRawBufferPointer) -> TerminalDisplay.Made) -> TerminalDisplay.Made?
    ) -> [UInt8]? {
        let isWhole = shown == nil || shown?.columns != scene.size.columns || shown?.rows != scene.size.rows
        let placement = scene.frame.map {
            TerminalPlacement(of: $0, on: scene.size, as: graphics, isOneToOne: scene.isOneToOne)
        }
        let isMoved = placement != self.placement
        self.placement = placement
        var body: [UInt8] = []
        if isWhole || (isMoved && graphics != .blocks) { body += Self.clear }
        // Text overwrites sixels, and sixels overwrite text.
        let isBare = graphics == .sixel && panel != scene.panel
        panel = scene.panel
        if let placement, let frame = scene.frame, isNew || isWhole || isMoved || isBare || picture == nil {
            if scaler?.source != frame || scaler?.target != placement.pixels {
                scaler = TerminalScaler(from: frame, to: placement.pixels)
            }
            let made = scaler.flatMap { scaler in
                pixels { bytes in Result { () throws(MachineShortage) in try scaler.picture(of: bytes) } }
            }
            var isSame = false
            switch made {
            case .success(let new)?:
                isSame =
                    !isWhole && !isMoved && !isBare
                    && picture.map { $0.size == new.size && $0.format == new.format && $0.changes(from: new) == nil }
                        ?? false
                picture = new
            case nil: picture = nil
            case .failure?:
                (picture, shown) = (nil, nil)
                return nil
            }
            if graphics != .blocks, !isSame, let picture { body += bytes(showing: picture, at: placement) }
            if graphics == .sixel, !isSame {
                shown?.clear(
                    columns: placement.column..<placement.column + placement.columns,
                    rows: placement.row..<placement.row + placement.rows
                )
            }
        }
        let grid = grid(for: scene, placement)
        body += grid.bytes(after: isWhole ? TerminalGrid(columns: grid.columns, rows: grid.rows) : shown)
        shown = grid
        guard !body.isEmpty else { return [] }
        return Self.beginUpdate + body + Self.endUpdate
    }

    private func grid(for scene: Scene, _ placement: TerminalPlacement?) -> TerminalGrid {
        var grid = TerminalGrid(columns: scene.size.columns, rows: scene.size.rows)
        if graphics == .blocks, let placement, let picture {
            grid.draw(picture, column: placement.column, row: placement.row, in: colors)
        }
        let (light, dark) = (colors.code(238, 238, 238), colors.code(18, 18, 18))
        let width = min(grid.columns, (scene.panel.map(\.unicodeScalars.count).max() ?? 0) + 2)
        for (row, line) in scene.panel.prefix(max(0, grid.rows - 1)).enumerated() {
            let padded = " \(line)" + String(repeating: " ", count: max(0, width - line.unicodeScalars.count - 1))
            grid.write(padded, column: 0, row: row, width: width, foreground: light, background: dark)
        }
        if grid.rows > 1 { grid.write(scene.status, column: 0, row: grid.rows - 1) }
        return grid
    }

    private mutating func bytes(showing picture: Picture, at placement: TerminalPlacement) -> [UInt8] {
        let place = Array("\u{1B}[\(placement.row + 1);\(placement.column + 1)H".utf8)
        switch graphics {
        case .blocks: return []
        case .kitty:
            let former = number
            number = 3 - number
            // The new picture covers the old one before the old one is removed, so that nothing flickers.
            let (name, columns, rows) = (Self.numbers + number, placement.columns, placement.rows)
            return place + KittyGraphics.bytes(showing: picture, number: name, columns: columns, rows: rows)
                + KittyGraphics.bytes(removing: Self.numbers + former)
        case .sixel: return place + (SixelGraphics.bytes(showing: picture) ?? [])
        }
    }

    /// The first picture number. Other programs usually use small numbers.
    private static let numbers: UInt32 = 0x466C_6970

    private static let clear = Array("\u{1B}[m\u{1B}[2J".utf8)
    private static let beginUpdate = Array("\u{1B}[?2026h".utf8)
    private static let endUpdate = Array("\u{1B}[?2026l".utf8)
}
