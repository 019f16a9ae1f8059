import FlipbookCore
import FlipbookFiles

struct AVIFSession: ImageSession {
    let header: ImageHeader
    private let decoder: LibAVIF.Decoder
    private let presentation: HEIFPresentation
    private let request: DecodingRequest
    private let isTiled: Bool

    init(_ bytes: UnsafeRawBufferPointer, _ boxes: HEIFBoxes, _ header: ImageHeader, _ request: DecodingRequest)
        throws(ImageError)
    {
        let (isAnimated, presentation) = (boxes.brand == "avis", boxes.presentation)
        try request.check(header.stored(presentation))
        // libavif cannot compose a picture from other pictures, except as a grid.
        guard isAnimated || [nil, "grid"].contains(boxes.derivation) else {
            let noun = "an AVIF file whose picture is composed of other pictures"
            throw .unsupported(noun, .foreign(converter: "heif-convert IN OUT.png"))
        }
        guard let decoder = try LibAVIF.Decoder(bytes, isAnimated: isAnimated, within: presentation.storedSize) else {
            throw .notAnImage(found: FileContents(header.format))
        }
        var header = header
        header.holdsSeveralPictures = decoder.count > 1
        var own = request
        if !presentation.steps.isEmpty { own.takesPlanes = false }
        (self.header, self.decoder, self.presentation, self.request) = (header, decoder, presentation, own)
        isTiled = !isAnimated && boxes.isDerived
    }

    var frameCount: Int { min(decoder.count, FrameSet.maximumCount) }

    func duration(ofFrame number: Int) -> RationalTime? { frameCount > 1 ? decoder.duration(number) : nil }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        let size = presentation.storedSize
        // libavif enlarges pictures that are smaller than their declared size.
        if !isTiled, let coded = decoder.codedSize(number), coded.width < size.width || coded.height < size.height {
            throw .corrupt(reason: "its pixels are \(coded), but its header declares \(size)")
        }
        return try presentation.shown(decoder.picture(number, header.stored(presentation), request))
    }
}

extension ImageHeader {
    fileprivate func stored(_ presentation: HEIFPresentation) -> ImageHeader {
        changing(self) { $0.size = presentation.storedSize }
    }
}
