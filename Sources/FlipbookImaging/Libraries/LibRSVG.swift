internal import CPictureLibraries
internal import FlipbookCore

/// Librsvg and cairo, loaded where an SVG is drawn.
struct LibRSVG: Sendable {
    private let open: svg_open
    private let draw: svg_draw
    private let release: svg_release
    private let freeError: svg_release
    private let cairo: LibCairo

    /// The library; `nil` where it is not installed. What it is linked with is found through it.
    init?() {
        let library = RuntimeLibrary.rsvg
        do throws(RuntimeLibrary.MissingFunction) {
            open = try library.required("rsvg_handle_new_from_data")
            draw = try library.required("rsvg_handle_render_document")
            release = try library.required("g_object_unref")
            freeError = try library.required("g_error_free")
            cairo = try LibCairo(of: library)
        } catch {
            return nil
        }
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
            try cairo.draw(in: pixels, size) { (context) throws(ImageError) in
                var place = svg_rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
                guard draw(handle, context, &place, &failure) != 0 else {
                    throw .corrupt(reason: "librsvg cannot draw it")
                }
            }
            PremultipliedWords.makeStraight(pixels)
        }
    }
}

extension RuntimeLibrary {
    /// Librsvg, since 2007; what is called of it came in 2.46.
    package static let rsvg = RuntimeLibrary("librsvg-2.so.2")
}
