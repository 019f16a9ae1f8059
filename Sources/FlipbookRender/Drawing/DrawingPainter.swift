internal import CPictureLibraries
package import FlipbookCore
package import FlipbookImaging
internal import FlipbookScene

extension DrawingCommands {
    /// Draws the commands, and returns straight pixels. Nested drawings are drawn first, and their pixels are kept for reuse.
    /// - Parameter cairo: The library, or `nil` if it is not installed.
    package func picture(_ codecs: ImageCodecs, by cairo: LibCairo? = LibCairo(of: .pango))
        throws(ImageError) -> Picture
    {
        guard let cairo else { throw .drawing(TextError.noLibrary) }
        var waiting = [self]
        while let next = waiting.last {
            switch next.contents {
            case .pixels(let pixels):
                if waiting.count == 1, let picture = pixels as? Picture { return picture }
                waiting.removeLast()
            case .commands(let list):
                let within = list.flatMap(\.drawings).filter { if case .commands = $0.contents { true } else { false } }
                guard within.isEmpty else {
                    waiting += within
                    continue
                }
                let picture = try next.picture(of: list, codecs, by: cairo)
                if waiting.count == 1 { return picture }
                next.keep(picture)
            }
        }
        preconditionFailure("the last drawing to be painted must be the requested one")
    }

    private func picture(of list: [Command], _ codecs: ImageCodecs, by cairo: LibCairo) throws(ImageError) -> Picture {
        try DecodingLimits().check(size)
        return try Picture.decoded(size: size, format: .rgba) { (target) throws(ImageError) in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            let scale = Transform(scaleX: Double(size.width) / bounds.width, y: Double(size.height) / bounds.height)
            let base = Transform(translationX: -bounds.minX, y: -bounds.minY).concatenating(scale)
            try cairo.draw(in: target, size) { (context) throws(ImageError) in
                let codecs = codecs.reading(SourceColors())
                let painter = DrawingPainter(cairo: cairo, context: context, base: base, codecs: codecs)
                for command in list { try painter.draw(command) }
            }
            PremultipliedWords.makeStraight(target)
        }
    }
}

extension DrawingCommands.Command {
    fileprivate var drawings: [DrawingCommands] {
        guard case .image(let image, _, _) = self else { return [] }
        return image.parts.compactMap { if case .drawn(let commands) = $0.source { commands } else { nil } }
    }
}

private struct DrawingPainter {
    let cairo: LibCairo
    let context: UnsafeMutableRawPointer
    let base: Transform
    let codecs: ImageCodecs

    private var calls: CairoCalls { cairo.calls }

    func draw(_ command: DrawingCommands.Command) throws(ImageError) {
        switch command {
        case .save: calls.cairo_save(context)
        case .restore: calls.cairo_restore(context)
        case .clip(let path, let rule, let transform):
            add(path, in: transform, rule)
            calls.cairo_clip(context)
        case .fill(let path, let rule, let color, let state):
            add(path, in: state.transform, rule)
            set(color, state)
            calls.cairo_fill(context)
        case .stroke(let path, let style, let color, let state):
            add(path, in: state.transform)
            set(color, state)
            set(style)
            calls.cairo_stroke(context)
        case .image(let image, let rect, let state): try draw(image, in: rect, state)
        case .text(let words, let rect, let state):
            guard !rect.isEmpty, words.size > 0, words.size.isFinite, set(state.transform) else { return }
            set(words.color, state)
            var label = TextLabel(words.text)
            (label.font, label.size, label.alignment) = (words.font, words.size, words.alignment)
            let painter = try wrapping(
                TextPainter(label, width: rect.width, height: rect.height, scale: 1),
                in: { (error: TextError) -> ImageError in
                    if case .picture(let error) = error { error } else { .drawing(error) }
                }
            )
            try painter.show(words.text, at: rect.origin, in: context)
        }
    }

    /// - Returns: `false` if the transform is degenerate. With such a transform, cairo would stop drawing altogether.
    private func set(_ transform: Transform) -> Bool {
        let total = transform.concatenating(base)
        guard total.inverted != nil else { return false }
        var matrix = cairo_matrix_t(xx: total.a, yx: total.b, xy: total.c, yy: total.d, x0: total.tx, y0: total.ty)
        calls.cairo_set_matrix(context, &matrix)
        return true
    }

    private func set(_ color: Color, _ state: DrawingCommands.State) {
        cairo.set(color, alpha: state.alpha, in: context)
        calls.cairo_set_operator(context, state.blendMode.rawValue)
    }

    private func set(_ style: StrokeStyle) {
        calls.cairo_set_line_width(context, style.lineWidth)
        calls.cairo_set_line_cap(context, style.lineCap.rawValue)
        calls.cairo_set_line_join(context, style.lineJoin.rawValue)
        calls.cairo_set_miter_limit(context, style.miterLimit)
        // After invalid dashes, cairo refuses to draw anything.
        let isDashed = style.dash.allSatisfy { $0 >= 0 } && style.dash.contains { $0 > 0 }
        calls.cairo_set_dash(context, style.dash, isDashed ? Int32(clamping: style.dash.count) : 0, style.dashPhase)
    }

    private func add(_ path: Path, in transform: Transform, _ rule: FillRule = .winding) {
        calls.cairo_set_fill_rule(context, rule.rawValue)
        calls.cairo_new_path(context)
        guard set(transform) else { return }
        for element in path.elements {
            switch element {
            case .move(let point): calls.cairo_move_to(context, point.x, point.y)
            case .line(let point): calls.cairo_line_to(context, point.x, point.y)
            case .curve(let point, let one, let two):
                calls.cairo_curve_to(context, one.x, one.y, two.x, two.y, point.x, point.y)
            case .close: calls.cairo_close_path(context)
            }
        }
    }

    /// Draws an image at the resolution of the canvas, like an image view with the size of the rectangle.
    private func draw(_ image: Image, in rect: Rect, _ state: DrawingCommands.State) throws(ImageError) {
        let total = state.transform.concatenating(base)
        // The size is limited, since invisible parts could otherwise take gigabytes. cairo enlarges the image to its full size.
        let most = max(4096, image.pixelSize.map { Double(max($0.width, $0.height)) } ?? 0)
        let scale = min(total.stretch(at: .zero), most / max(rect.width, rect.height))
        var view = ImageView(image: image)
        view.frame = Rect(origin: .zero, size: rect.size)
        guard !view.frame.snapped(scale: scale).isEmpty else { return }
        let picture: Picture
        do throws(RenderError) {
            picture = try FrameRenderer.picture(of: view, scale: scale, format: .rgbaPremultiplied, codecs: codecs)
        } catch {
            if case .shortage(let shortage) = error { throw .shortage(shortage) }
            throw .drawing(error)
        }
        var bytes = picture.blueFirstBytes
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let fit = Transform(scaleX: rect.width / width, y: rect.height / height)
            .concatenating(Transform(translationX: rect.minX, y: rect.minY))
        try bytes.withUnsafeMutableBufferPointer { (bytes) throws(ImageError) in
            try cairo.withSurface(on: UnsafeMutableRawBufferPointer(bytes), picture.size) {
                (surface) throws(ImageError) in
                calls.cairo_save(context)
                add(Path(Rect(origin: .zero, size: Size(picture.size))), in: fit.concatenating(state.transform))
                calls.cairo_clip(context)
                calls.cairo_set_source_surface(context, surface, 0, 0)
                if let source = calls.cairo_get_source(context) {
                    calls.cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
                }
                calls.cairo_set_operator(context, state.blendMode.rawValue)
                calls.cairo_paint_with_alpha(context, state.alpha)
                calls.cairo_restore(context)
            }
        }
    }
}
