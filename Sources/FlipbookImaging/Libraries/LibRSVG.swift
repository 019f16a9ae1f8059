internal import CPictureLibraries
internal import FlipbookCore

/// Librsvg and cairo, loaded where an SVG is drawn.
struct LibRSVG: Sendable {
    private let open: svg_open
    private let draw: svg_draw
    private let release: svg_release
    private let freeError: svg_release
    private let (makeSurface, makeContext): (cairo_surface_make, cairo_context_make)
    private let (status, surfaceStatus): (cairo_number, cairo_number)
    private let (freeContext, flush, freeSurface): (svg_release, svg_release, svg_release)

    /// The library; `nil` where it is not installed. What it is linked with is found through it.
    init?() {
        let library = RuntimeLibrary.rsvg
        guard let open: svg_open = library.function("rsvg_handle_new_from_data"),
            let draw: svg_draw = library.function("rsvg_handle_render_document"),
            let release: svg_release = library.function("g_object_unref"),
            let freeError: svg_release = library.function("g_error_free"),
            let makeSurface: cairo_surface_make = library.function("cairo_image_surface_create_for_data"),
            let makeContext: cairo_context_make = library.function("cairo_create"),
            let status: cairo_number = library.function("cairo_status"),
            let surfaceStatus: cairo_number = library.function("cairo_surface_status"),
            let freeContext: svg_release = library.function("cairo_destroy"),
            let flush: svg_release = library.function("cairo_surface_flush"),
            let freeSurface: svg_release = library.function("cairo_surface_destroy")
        else { return nil }
        (self.open, self.draw, self.release, self.freeError) = (open, draw, release, freeError)
        (self.makeSurface, self.makeContext) = (makeSurface, makeContext)
        (self.status, self.surfaceStatus) = (status, surfaceStatus)
        (self.freeContext, self.flush, self.freeSurface) = (freeContext, flush, freeSurface)
    }

    private static let calls = BoundedCalls()

    /// The drawing in `bytes`, as large as `size`. It has no address of its own, so it loads nothing from elsewhere.
    ///
    /// Elements that refer to others can stand for any number of them, and nothing stops librsvg.
    /// - Parameter limit: How long processors may be at it: more than twice as long as at what ``SVGBudget`` lets pass.
    func picture(
        in bytes: UnsafeRawBufferPointer,
        size: PixelSize,
        limit: Duration = .seconds(60)
    ) throws(ImageError) -> Picture {
        // What is left to itself reads them further.
        let bytes = Array(bytes)
        let ending = try ImageError.ofMachine { () throws(MachineShortage) in
            try Self.calls.run(for: limit) {
                bytes.withUnsafeBytes { bytes in
                    Result { () throws(ImageError) in try drawn(bytes, size) }
                }
            }
        }
        switch ending {
        case .done(let result): return try result.get()
        case .leftBehind:
            throw .tooLarge(
                reason:
                    "drawing it takes more than \(limit.components.seconds) s of a processor's time, or five times as long"
            )
        case .tooMany: throw .tooLarge(reason: "drawings before it take so long that it is not begun")
        }
    }

    private func drawn(_ bytes: UnsafeRawBufferPointer, _ size: PixelSize) throws(ImageError) -> Picture {
        var failure: UnsafeMutableRawPointer?
        defer { if let failure { freeError(failure) } }
        guard let handle = open(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &failure) else {
            throw .corrupt(reason: "librsvg cannot read it")
        }
        defer { release(handle) }
        return try Picture.decoded(size: size, format: .rgba) { (pixels) throws(ImageError) in
            pixels.initializeMemory(as: UInt8.self, repeating: 0)
            let (width, height) = (Int32(size.width), Int32(size.height))
            let start = pixels.bindMemory(to: UInt8.self).baseAddress
            // Layout 0 is that of PremultipliedWords.
            guard let surface = makeSurface(start, 0, width, height, width * 4), surfaceStatus(surface) == 0 else {
                throw .tooLarge(reason: "the picture is \(size), and cairo draws none so large")
            }
            defer { freeSurface(surface) }
            guard let context = makeContext(surface) else { throw ImageError(.shortage(.memory(pixels.count))) }
            var place = svg_rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            let isDrawn = draw(handle, context, &place, &failure) != 0 && status(context) == 0
            freeContext(context)
            guard isDrawn else { throw .corrupt(reason: "librsvg cannot draw it") }
            flush(surface)
            PremultipliedWords.makeStraight(pixels)
        }
    }
}

extension RuntimeLibrary {
    /// Librsvg, since 2007; what is called of it came in 2.46.
    package static let rsvg = RuntimeLibrary("librsvg-2.so.2")
}
