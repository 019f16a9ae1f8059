import FlipbookCore
import FlipbookFiles

/// An open AVIF file: its pictures that are shown one after another (brand `avis`), or its primary picture.
struct AVIFSession: ImageSession {
    let header: ImageHeader
    private let decoder: LibAVIF.Decoder
    private let presentation: HEIFPresentation
    private let request: DecodingRequest
    /// A Boolean value that indicates a picture that is put together of several.
    private let isTiled: Bool

    /// Opens a whole file by its boxes, within limits that its header was compared with.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ boxes: HEIFBoxes,
        _ header: ImageHeader,
        _ request: DecodingRequest
    ) throws(ImageError) {
        let (isAnimated, presentation) = (boxes.brand == "avis", boxes.presentation)
        try request.check(header.stored(presentation))
        // The library puts together tiles alone.
        guard isAnimated || [nil, "grid"].contains(boxes.derivation) else {
            let noun = "an AVIF file whose picture is laid together of others"
            throw .notAnImage(found: FileContents(noun, .foreign(converter: "heif-convert IN OUT.png")))
        }
        guard let decoder = try LibAVIF.Decoder(bytes, isAnimated: isAnimated, within: presentation.storedSize) else {
            throw .notAnImage(found: FileContents(header.format))
        }
        var header = header
        header.holdsSeveralPictures = decoder.count > 1
        var own = request
        // Luma and chroma are neither turned nor cut.
        if !presentation.steps.isEmpty { own.takesPlanes = false }
        (self.header, self.decoder, self.presentation, self.request) = (header, decoder, presentation, own)
        isTiled = !isAnimated && boxes.isDerived
    }

    var frameCount: Int { min(decoder.count, FrameSet.maximumCount) }

    func duration(ofFrame number: Int) -> RationalTime? { frameCount > 1 ? decoder.duration(number) : nil }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        let size = presentation.storedSize
        // The library enlarges what is smaller than the header says.
        if !isTiled, let coded = decoder.codedSize(number), coded.width < size.width || coded.height < size.height {
            throw .corrupt(reason: "its pixels are \(coded), and its header says \(size)")
        }
        return try presentation.shown(decoder.picture(number, header.stored(presentation), request))
    }
}

extension ImageHeader {
    fileprivate func stored(_ presentation: HEIFPresentation) -> ImageHeader {
        changing(self) { $0.size = presentation.storedSize }
    }
}
