internal import CPictureLibraries
import FlipbookCore

struct JXLSession: ImageSession {
    let header: ImageHeader
    let loopCount: Int?
    private let bytes: UnsafeRawBufferPointer
    private let request: DecodingRequest
    private let durations: [RationalTime?]
    private var reading: (decoder: LibJXL.Decoder, next: Int)?

    init(_ bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        let events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME
        guard let decoder = LibJXL.Decoder(bytes, isWhole: true, stoppingAt: events) else {
            throw .notAnImage(found: FileContents(.jxl))
        }
        guard let info = try decoder.info(), let colors = try decoder.colors() else { throw .truncated }
        var header = try ImageDetails(info, colors, byteCount: bytes.count).header
        try request.check(header)
        let rate = info.animation
        var durations: [RationalTime?] = []
        while info.have_animation != 0, durations.count < FrameSet.maximumCount, let ticks = try decoder.nextTicks() {
            let (above, below) = (Int64(ticks) * Int64(rate.tps_denominator), Int64(max(1, rate.tps_numerator)))
            durations.append(RationalTime(above, below))
        }
        if info.have_animation != 0, durations.isEmpty { throw .truncated }
        header.holdsSeveralPictures = durations.count > 1
        (self.bytes, self.request, self.header, self.durations) = (bytes, request, header, durations)
        loopCount = durations.count > 1 ? Int(rate.num_loops) : nil
    }

    var frameCount: Int { max(1, durations.count) }

    func duration(ofFrame number: Int) -> RationalTime? { durations.count > 1 ? durations[number] : nil }

    mutating func frame(_ number: Int) throws(ImageError) -> Picture {
        let isDeep = request.isDeep(header)
        // The decoder cannot go back, so it starts again for an earlier picture.
        if reading.map({ $0.next > number }) ?? true {
            reading = LibJXL.Decoder(bytes, isWhole: true).map { ($0, 0) }
            _ = try reading?.decoder.info()
        }
        guard case (let decoder, var next)? = reading else { throw .notAnImage(found: FileContents(.jxl)) }
        while true {
            let picture = try Picture.decoded(size: header.size, format: isDeep ? .rgba64 : .rgba) {
                (pixels) throws(ImageError) in
                try decoder.fill(pixels, isDeep: isDeep)
            }
            next += 1
            reading = (decoder, next)
            if next > number { return picture }
        }
    }
}
