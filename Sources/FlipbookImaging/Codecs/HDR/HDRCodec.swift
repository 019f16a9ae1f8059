internal import FlipbookCore

extension ImageCodec {
    /// Radiance's RGBE format, which stores light. A request's ``SourceColors`` maps the light to colors.
    public static let hdr = ImageCodec(
        "HDR",
        extensions: ["hdr", "rgbe"],
        matches: { $0.starts(with: "#?RADIANCE".utf8) || $0.starts(with: "#?RGBE".utf8) },
        details: { (file) throws(ImageError) in
            let layout = try HDRLayout(file.head())
            // Each row has at least one byte, so a file with fewer bytes is truncated.
            guard layout.pixelOffset + layout.rowCount <= file.byteCount else { throw .truncated }
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let layout = try HDRLayout(bytes.head)
            let view = LightView(request.colors, of: layout.primaries)
            return try Picture.exposed(header, request) { (sink) throws(ImageError) in
                try layout.fill(sink, bytes, by: view)
            }
        }
    ).makingColors().reading { (bytes) throws(ImageError) in
        let layout = try HDRLayout(bytes.head)
        let size = PixelSize(width: layout.rowLength, height: layout.rowCount)
        try DecodingLimits().check(size)
        var values: [Float] = []
        values.reserveCapacity(3 * size.area)
        try layout.forEachPixel(bytes) { _, light in for channel in 0..<3 { values.append(light[channel]) } }
        return SourceNumbers(values, names: ["R", "G", "B"], size: size)
    }
}

struct HDRLayout {
    let (rowLength, rowCount): (Int, Int)
    let orientation: ImageOrientation
    let pixelOffset: Int
    let primaries: RGBPrimaries

    var header: ImageHeader {
        ImageHeader(PixelSize(width: rowLength, height: rowCount), .hdr, bits: 16, .rgb, orientation).ofLight
    }

    /// The EXIF orientations for the resolution lines, in which the axis of the rows comes first.
    private static let orientations = [
        "-Y+X": 1, "-Y-X": 2, "+Y-X": 3, "+Y+X": 4, "+X-Y": 5, "-X-Y": 6, "-X+Y": 7, "+X+Y": 8,
    ]

    init(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        var offset = 0
        func line() throws(ImageError) -> String {
            guard let end = head[offset...].firstIndex(of: 0x0A) else {
                if head.count < FileReader.windowLength { throw .truncated }
                throw .corrupt(reason: "the header does not end")
            }
            defer { offset = end + 1 }
            return String(decoding: head[offset..<end].filter { $0 != 0x0D }, as: UTF8.self)
        }
        var primaries = RGBPrimaries.bt709
        while true {
            let text = try line()
            if text.isEmpty { break }
            if text.hasPrefix("PRIMARIES=") { primaries = RGBPrimaries(radiance: text.dropFirst(10)) ?? primaries }
            guard !text.hasPrefix("FORMAT=") || text == "FORMAT=32-bit_rle_rgbe" else {
                throw .unsupported("a Radiance HDR file with XYZ colors")
            }
        }
        let words = try line().split(separator: " ")
        let sides = 1...1 << 24
        guard words.count == 4, let exif = Self.orientations[String(words[0] + words[2])],
            let first = Int(words[1]), let second = Int(words[3]), sides.contains(first), sides.contains(second),
            let orientation = ImageOrientation(exifValue: exif)
        else { throw .corrupt(reason: "the header declares no size") }
        (rowCount, rowLength, self.orientation, pixelOffset) = (first, second, orientation, offset)
        self.primaries = primaries
    }

    func fill(_ sink: PixelSink, _ bytes: UnsafeRawBufferPointer, by view: LightView) throws(ImageError) -> LightLoss {
        var loss = LightLoss()
        try forEachPixel(bytes) { index, light in
            let values = view.values(SIMD4(light, 0), at: index, &loss)
            sink.set(index, values.x, values.y, values.z)
        }
        return loss
    }

    @inline(__always)
    fileprivate func forEachPixel(_ bytes: UnsafeRawBufferPointer, _ body: (Int, SIMD3<Float>) -> Void)
        throws(ImageError)
    {
        var row = [UInt8](repeating: 0, count: rowLength * 4)
        var offset = pixelOffset
        for y in 0..<rowCount {
            try unpackRow(into: &row, bytes, &offset)
            for x in 0..<rowLength {
                let exponent = Int32(row[x * 4 + 3])
                let unit = exponent == 0 ? 0 : Float(sign: .plus, exponent: Int(exponent) - 136, significand: 1)
                func light(_ channel: Int) -> Float { Float(row[x &* 4 &+ channel]) * unit }
                body(y &* rowLength &+ x, SIMD3(light(0), light(1), light(2)))
            }
        }
    }

    private func unpackRow(into row: inout [UInt8], _ bytes: UnsafeRawBufferPointer, _ offset: inout Int)
        throws(ImageError)
    {
        guard offset + 4 <= bytes.count else { throw .truncated }
        let isNew = bytes[offset] == 2 && bytes[offset + 1] == 2 && bytes[offset + 2] < 128
        guard isNew, (8...0x7FFF).contains(rowLength) else { return try unpackPixels(into: &row, bytes, &offset) }
        try require(Int(bytes.bigEndian16(at: offset + 2)) == rowLength, "the length of a row differs from the width")
        offset += 4
        for channel in 0..<4 {
            var x = 0
            while x < rowLength {
                guard offset + 2 <= bytes.count else { throw .truncated }
                let (code, isRun) = (Int(bytes[offset]), bytes[offset] > 128)
                let count = isRun ? code - 128 : code
                try require(count > 0 && x + count <= rowLength, "a run of pixels is longer than its row")
                guard offset + 1 + (isRun ? 1 : count) <= bytes.count else { throw .truncated }
                for index in 0..<count { row[(x + index) * 4 + channel] = bytes[offset + 1 + (isRun ? 0 : index)] }
                offset += 1 + (isRun ? 1 : count)
                x += count
            }
        }
    }

    private func unpackPixels(into row: inout [UInt8], _ bytes: UnsafeRawBufferPointer, _ offset: inout Int)
        throws(ImageError)
    {
        var (x, shift) = (0, 0)
        while x < rowLength {
            guard offset + 4 <= bytes.count else { throw .truncated }
            defer { offset += 4 }
            guard bytes[offset..<offset + 3].elementsEqual([1, 1, 1]) else {
                for channel in 0..<4 { row[x * 4 + channel] = bytes[offset + channel] }
                (x, shift) = (x + 1, 0)
                continue
            }
            // Repeats the previous pixel. In consecutive markers, the counts are the bytes of one number, low byte first.
            let count = Int(bytes[offset + 3]) << shift
            try require(x > 0 && shift <= 16 && x + count <= rowLength, "a run of pixels is longer than its row")
            for index in 0..<count * 4 { row[x * 4 + index] = row[(x - 1) * 4 + index % 4] }
            (x, shift) = (x + count, shift + 8)
        }
    }
}

extension RGBPrimaries {
    fileprivate init?(radiance text: Substring) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 8, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(numbers)
    }
}
