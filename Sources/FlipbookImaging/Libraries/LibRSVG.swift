internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles

struct LibRSVG: Sendable {
    private let rsvg: RSVGCalls
    private let cairo: LibCairo

    static let loaded = RSVGCalls.loaded.flatMap { rsvg in LibCairo(of: .rsvg).map { LibRSVG(rsvg: rsvg, cairo: $0) } }

    private static let calls = BoundedCalls()

    /// Draws a document at the given size. External files are not loaded, since the document has no base URL. A small document
    /// can expand to an endless number of elements, so librsvg is stopped at `limit`, which is more than twice the time that
    /// ``SVGBudget`` allows.
    func picture(in bytes: UnsafeRawBufferPointer, size: PixelSize, limit: Duration = .seconds(60)) throws(ImageError)
        -> Picture
    {
        // A drawing that exceeds the limit keeps running and reads the bytes, so they are copied.
        let bytes = Array(bytes)
        let ending = try ImageError.wrapping(
            Self.calls.run(for: limit) {
                bytes.withUnsafeBytes { bytes in Result { () throws(ImageError) in try drawn(bytes, size) } }
            }
        )
        switch ending {
        case .done(let result): return try result.get()
        case .leftBehind:
            let seconds = "\(limit.components.seconds) s of processor time"
            throw .tooLarge(reason: "drawing it takes more than \(seconds), or five times as long in real time")
        case .tooMany: throw .tooLarge(reason: "drawing did not start, since earlier drawings take too long")
        }
    }

    private func drawn(_ bytes: UnsafeRawBufferPointer, _ size: PixelSize) throws(ImageError) -> Picture {
        var failure: UnsafeMutableRawPointer?
        defer { if let failure { rsvg.g_error_free(failure) } }
        let handle = rsvg.rsvg_handle_new_from_data(bytes.address, bytes.count, &failure)
        guard let handle else { throw .corrupt(reason: "librsvg cannot read it") }
        defer { rsvg.g_object_unref(handle) }
        return try Picture.decoded(size: size, format: .rgba) { (pixels) throws(ImageError) in
            pixels.initializeMemory(as: UInt8.self, repeating: 0)
            try cairo.draw(in: pixels, size) { (context) throws(ImageError) in
                var place = RsvgRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
                let isDrawn = rsvg.rsvg_handle_render_document(handle, context, &place, &failure) != 0
                try require(isDrawn, "librsvg cannot draw it")
            }
            PremultipliedWords.makeStraight(pixels)
        }
    }
}
