internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles

struct LibRSVG: Sendable {
    private let rsvg: RSVGCalls
    private let cairo: LibCairo

    init?() {
        guard let rsvg = RSVGCalls.loaded, let cairo = LibCairo(of: .rsvg) else { return nil }
        (self.rsvg, self.cairo) = (rsvg, cairo)
    }

    private static let calls = BoundedCalls()

    /// The drawing in `bytes`, as large as `size`; it has no address, so it loads nothing. Elements can stand for any
    /// number of others, so librsvg is stopped at `limit`, more than twice as long as at what ``SVGBudget`` lets pass.
    func picture(
        in bytes: UnsafeRawBufferPointer,
        size: PixelSize,
        limit: Duration = .seconds(60)
    ) throws(ImageError) -> Picture {
        // A drawing that is left to itself reads them further.
        let bytes = Array(bytes)
        let ending = try ImageError.wrapping(
            Self.calls.run(for: limit) {
                bytes.withUnsafeBytes { bytes in Result { () throws(ImageError) in try drawn(bytes, size) } }
            }
        )
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
        defer { if let failure { rsvg.g_error_free(failure) } }
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        guard let handle = rsvg.rsvg_handle_new_from_data(start, bytes.count, &failure) else {
            throw .corrupt(reason: "librsvg cannot read it")
        }
        defer { rsvg.g_object_unref(handle) }
        return try Picture.decoded(size: size, format: .rgba) { (pixels) throws(ImageError) in
            pixels.initializeMemory(as: UInt8.self, repeating: 0)
            try cairo.draw(in: pixels, size) { (context) throws(ImageError) in
                var place = RsvgRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
                guard rsvg.rsvg_handle_render_document(handle, context, &place, &failure) != 0 else {
                    throw .corrupt(reason: "librsvg cannot draw it")
                }
            }
            PremultipliedWords.makeStraight(pixels)
        }
    }
}
