internal import CPictureLibraries
package import FlipbookCore

/// Draws texts in the fonts of the machine, as pictures with nothing around the letters.
package struct TextPainter {
    private let pango: LibPango
    private let label: TextLabel
    /// Pixels per point.
    private let scale: Double
    /// The room for a line, in pixels.
    private let width: Int
    /// The room for all lines, in pixels; `nil` for as much as they take.
    private let height: Int?
    private let isHinted: Bool

    /// The families that fontconfig knows for every machine.
    private static let generic: Set<String> = [
        "sans", "sans-serif", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji",
    ]
    /// The most pixels of a side; cairo draws no larger pictures.
    private static let largestSide = 32_767

    /// A painter of texts that look as a label says.
    /// - Parameters:
    ///   - width: The room for a line, in points.
    ///   - height: The room for all lines, in points; `nil` for as much as they take. The last line that fits ends with an
    ///     ellipsis where others follow it, and what reaches beyond is cut off.
    ///   - scale: Pixels per point.
    ///   - isHinted: Whether letters are fitted to the pixels of this machine's screen, as its settings say; otherwise they are
    ///     the same on every machine.
    /// - Throws: ``TextError`` where there is no library or no font of that name.
    package init(
        _ label: TextLabel,
        width: Double,
        height: Double? = nil,
        scale: Double,
        isHinted: Bool = false
    ) throws(TextError) {
        guard let pango = LibPango.shared else { throw .noLibrary }
        (self.pango, self.label, self.scale, self.isHinted) = (pango, label, scale, isHinted)
        self.width = Int(min(max(1, (width * scale).rounded(.down)), Double(Self.largestSide)))
        self.height = height.map { Int(min(max(1, ($0 * scale).rounded()), Double(Self.largestSide))) }
        try checkFont()
    }

    /// A text as an image, its scale that of the canvas.
    package func image(of text: String) throws(TextError) -> Image {
        do throws(ImageError) {
            let picture = try picture(of: text)
            let file: [UInt8]
            do throws(PNGEncodingError) { file = try PNGEncoder.encode(picture, opaque: false) } catch {
                throw ImageError(.shortage(.memory(picture.byteCount)))
            }
            return try Image(reading: file, scale: scale)
        } catch {
            throw .picture(error)
        }
    }

    /// Whether a font of the machine has each letter of a text; what none has is drawn as a box with its number.
    package func hasLetters(of text: String) throws(ImageError) -> Bool {
        var count: Int32 = 0
        try measure(text) { count = pango.unknownCount($0) }
        return count == 0
    }

    /// The size of a text's lines in pixels.
    package func size(of text: String) throws(ImageError) -> PixelSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        try measure(text) { pango.pixelSize($0, &columns, &rows) }
        return PixelSize(width: Int(columns), height: Int(rows))
    }

    /// A text on a color, so far from the left and the top, in cairo's pixels: B, G, R and A, multiplied by alpha.
    package func pixels(of text: String, on color: Color, margin: Int, size: PixelSize) throws(ImageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size.area * 4)
        try bytes.withUnsafeMutableBufferPointer { (bytes) throws(ImageError) in
            try draw(text, in: UnsafeMutableRawBufferPointer(bytes), size) { context, layout in
                set(color, in: context)
                pango.paint(context)
                set(label.color, in: context)
                pango.moveTo(context, Double(margin), Double(margin))
                pango.show(context, layout)
            }
        }
        return bytes
    }

    /// A text as straight pixels.
    package func picture(of text: String) throws(ImageError) -> Picture {
        // Measured on a surface of one pixel.
        var room = pango_rectangle()
        try measure(text) { room = extent(of: $0) }
        let rows = Int(room.height) + 2 * margin
        let size = PixelSize(width: Int(room.width) + 2 * margin, height: min(rows, height ?? rows))
        // A line that is higher than its room is seen in its middle.
        let top = margin - Int(room.y) - (rows - size.height) / 2
        guard size.width <= Self.largestSide, size.height <= Self.largestSide else {
            throw .tooLarge(reason: "the text would take \(size) pixels")
        }
        let shown = size.isEmpty ? PixelSize(width: 1, height: 1) : size
        return try Picture.decoded(size: shown, format: .rgba) { (target) throws(ImageError) in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            try draw(text, in: target, shown) { context, layout in
                pango.moveTo(context, Double(margin - Int(room.x)), Double(top))
                if let outline = label.outline, label.outlineWidth > 0 {
                    pango.outline(context, layout)
                    set(outline, in: context)
                    pango.setLineWidth(context, 2 * label.outlineWidth * scale)
                    pango.setLineJoin(context, Int32(CAIRO_ROUND))
                    pango.stroke(context)
                    pango.moveTo(context, Double(margin - Int(room.x)), Double(top))
                }
                set(label.color, in: context)
                pango.show(context, layout)
            }
            PremultipliedWords.makeStraight(target)
        }
    }

    /// What an outline takes at each side, in pixels.
    private var margin: Int { label.outline == nil ? 0 : Int((label.outlineWidth * scale).rounded(.up)) }

    /// Lends the layout of a text that is not drawn.
    private func measure(_ text: String, _ body: (UnsafeMutableRawPointer) -> Void) throws(ImageError) {
        let pixel = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        defer { pixel.deallocate() }
        try draw(text, in: pixel, PixelSize(width: 1, height: 1)) { body($1) }
    }

    /// The letters and the lines together: letters may reach beyond their lines.
    private func extent(of layout: UnsafeMutableRawPointer) -> pango_rectangle {
        var (ink, logical) = (pango_rectangle(), pango_rectangle())
        pango.extents(layout, &ink, &logical)
        guard ink.width > 0, ink.height > 0 else { return logical }
        let (left, top) = (min(ink.x, logical.x), min(ink.y, logical.y))
        let right = max(ink.x + ink.width, logical.x + logical.width)
        let bottom = max(ink.y + ink.height, logical.y + logical.height)
        return pango_rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func set(_ color: Color, in context: UnsafeMutableRawPointer) {
        func part(_ channel: UInt8) -> Double { Double(channel) / 255 }
        pango.setColor(context, part(color.red), part(color.green), part(color.blue), part(color.alpha))
    }

    /// Lends a context that draws into memory, and a layout of a text.
    private func draw(
        _ text: String,
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer, _ layout: UnsafeMutableRawPointer) -> Void
    ) throws(ImageError) {
        try pango.draw(text, label.font, label.size * scale, in: memory, size) { context, layout in
            // The same letters on every screen: gray edges, and no letter bent to a pixel.
            if !isHinted, let options = pango.makeOptions(), let owner = pango.layoutContext(layout) {
                pango.setAntialias(options, Int32(CAIRO_GRAY))
                pango.setHints(options, Int32(CAIRO_UNHINTED))
                pango.setMetricHints(options, Int32(CAIRO_UNHINTED_METRICS))
                pango.useOptions(owner, options)
                pango.freeOptions(options)
            }
            pango.setAlignment(layout, label.alignment.pangoNumber)
            pango.setWrap(layout, Int32(PANGO_BREAK_ANYWHERE_AT_NEED))
            pango.setWidth(layout, Int32(clamping: self.width * Int(PANGO_UNITS)))
            if let room = self.height {
                // Lines are measured in fractions of a pixel, and their room in whole ones.
                let lines = max(1, room - 2 * margin + 1)
                pango.setHeight(layout, Int32(clamping: lines * Int(PANGO_UNITS)))
                pango.setEllipsis(layout, Int32(PANGO_DOTS_AT_END))
            }
            body(context, layout)
        }
    }

    /// Whether there is a font of the family: what fontconfig finds in its place has another name.
    private func checkFont() throws(TextError) {
        guard !Self.generic.contains(label.font.lowercased()) else { return }
        var nearest: String?
        do throws(ImageError) {
            try measure("") { layout in
                guard let context = pango.layoutContext(layout),
                    let wanted = pango.description(label.font, label.size * scale)
                else { return }
                defer { pango.freeDescription(wanted) }
                guard let font = pango.loadFont(context, wanted) else { return }
                defer { pango.release(font) }
                guard let found = pango.describe(font) else { return }
                defer { pango.freeDescription(found) }
                nearest = pango.family(found).map { String(cString: $0) }
            }
        } catch {
            throw .picture(error)
        }
        guard nearest?.lowercased() == label.font.lowercased() else { throw .noFont(label.font, nearest: nearest) }
    }
}

extension TextLabel.Alignment {
    /// Pango's number for it.
    fileprivate var pangoNumber: Int32 {
        switch self {
        case .left: 0
        case .center: 1
        case .right: 2
        }
    }
}
