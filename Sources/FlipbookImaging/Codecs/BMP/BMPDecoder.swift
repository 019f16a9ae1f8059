internal import CImageKernels
internal import FlipbookCore

struct BMPDecoder {
    let bytes: UnsafeRawBufferPointer
    let layout: BMPLayout

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        layout = try BMPLayout(bytes, byteCount: bytes.count)
    }

    func decode() throws(ImageError) -> Picture {
        try Picture.decoded(size: layout.size, format: .rgba) { (pixels) throws(ImageError) in
            // Each word contains the bytes R, G, B, and A in this order.
            let words = pixels.bindMemory(to: UInt32.self)
            switch layout.coding {
            case .indices: try fillFromIndices(words)
            case .runs: try fillFromRuns(words, palette: palette())
            case .bytes: fillFromBytes(words)
            case .words: fillFromWords(words)
            case .masks(let masks): fillFromMasks(words, masks)
            }
        }
    }

    private func forEachRow(
        _ words: UnsafeMutableBufferPointer<UInt32>,
        _ body: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt32>) -> Void
    ) {
        let (width, height) = (layout.size.width, layout.size.height)
        for row in 0..<height {
            let start = layout.pixelOffset + row * layout.bytesPerRow
            let place = layout.isTopDown ? row : height - 1 - row
            let source = UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.usedBytesPerRow])
            body(source, UnsafeMutableBufferPointer(rebasing: words[place * width..<(place + 1) * width]))
        }
    }

    static func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) -> UInt32 {
        UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
    }

    private func palette() throws(ImageError) -> [UInt32] {
        let (offset, length, count) = layout.palette
        guard offset + count * length <= bytes.count else { throw .truncated }
        return (0..<count).map { index in
            let entry = offset + index * length
            return Self.word(bytes[entry + 2], bytes[entry + 1], bytes[entry])
        }
    }

    private func fillFromIndices(_ words: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) {
        var colors = try palette()
        let count = colors.count
        colors += Array(repeating: 0, count: 256 - count)
        let (bits, width) = (layout.bitDepth, layout.size.width)
        let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
        var largest: UInt8 = 0
        colors.withUnsafeBufferPointer { colors in
            forEachRow(words) { source, target in
                for x in 0..<width {
                    let bit = x &* bits
                    let index = source[bit / 8] >> UInt8(truncatingIfNeeded: 8 &- bits &- bit % 8) & mask
                    largest = max(largest, index)
                    target[x] = colors[Int(index)]
                }
            }
        }
        try Self.check(index: largest, in: count)
    }

    static func check(index: UInt8, in count: Int) throws(ImageError) {
        try require(Int(index) < count, "a pixel has color \(index), but the palette has \(count)")
    }

    private func fillFromBytes(_ words: UnsafeMutableBufferPointer<UInt32>) {
        let width = layout.size.width
        forEachRow(words) { source, target in
            for x in 0..<width { target[x] = Self.word(source[x &* 3 &+ 2], source[x &* 3 &+ 1], source[x &* 3]) }
        }
    }

    /// The format leaves the fourth byte unused, but some programs write alpha there. If it is the same in all pixels, it is
    /// not alpha.
    private func fillFromWords(_ words: UnsafeMutableBufferPointer<UInt32>) {
        let width = layout.size.width
        var (some, all): (UInt32, UInt32) = (0, .max)
        forEachRow(words) { source, target in
            guard let from = source.address, let to = target.baseAddress else { return }
            to.withMemoryRebound(to: UInt8.self, capacity: width * 4) { to in flipbook_swap_red_blue(to, from, width) }
            for x in 0..<width {
                some |= target[x]
                all &= target[x]
            }
        }
        let opaque = Self.word(0, 0, 0, 255)
        guard some & opaque == all & opaque else { return }
        for index in words.indices { words[index] |= opaque }
    }

    private func fillFromMasks(_ words: UnsafeMutableBufferPointer<UInt32>, _ masks: [UInt32]) {
        let channels = masks.map { Channel(mask: $0) }
        let (red, green, blue) = (channels[0], channels[1], channels[2])
        let alpha = masks[3] == 0 ? nil : channels[3]
        let (width, isWide) = (layout.size.width, layout.bitDepth == 32)
        forEachRow(words) { source, target in
            for x in 0..<width {
                let at = isWide ? x * 4 : x * 2
                let value = isWide ? source.littleEndian32(at: at) : UInt32(source.littleEndian16(at: at))
                target[x] = Self.word(red[value], green[value], blue[value], alpha?[value] ?? 255)
            }
        }
    }

    private struct Channel {
        private let mask, shift: UInt32
        private let largest: UInt64

        init(mask: UInt32) {
            self.mask = mask
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            largest = max(1, UInt64(mask >> shift))
        }

        subscript(_ pixel: UInt32) -> UInt8 {
            let value = UInt64((pixel & mask) >> shift)
            if largest == 255 { return UInt8(truncatingIfNeeded: value) }
            return UInt8(truncatingIfNeeded: (value * 255 + largest / 2) / largest)
        }
    }

    /// Fills `words` from run-length encoding (RLE8 and RLE4). Pixels that no run covers get the first color.
    func fillFromRuns(_ words: UnsafeMutableBufferPointer<UInt32>, palette: [UInt32]) throws(ImageError) {
        guard let ground = palette.first else { throw .corrupt(reason: "the palette is missing") }
        words.initialize(repeating: ground)
        var pen = Pen(words: words, palette: palette, layout: layout)
        var offset = layout.pixelOffset
        while offset + 2 <= bytes.count {
            let (count, value) = (Int(bytes[offset]), bytes[offset + 1])
            offset += 2
            switch (count, value) {
            case (0, 0): try pen.endRow()
            case (0, 1): return try pen.endRow()
            case (0, 2):
                guard offset + 2 <= bytes.count else { throw .truncated }
                try pen.move(right: Int(bytes[offset]), on: Int(bytes[offset + 1]))
                offset += 2
            case (0, let count):
                let length = (Int(count) * layout.bitDepth + 7) / 8
                guard offset + length <= bytes.count else { throw .truncated }
                for index in 0..<Int(count) { try pen.draw(self.index(index, at: offset)) }
                offset += (length + 1) / 2 * 2
            default:
                for index in 0..<count {
                    let isLow = layout.bitDepth == 8 || index % 2 == 1
                    try pen.draw(layout.bitDepth == 8 ? value : isLow ? value & 15 : value >> 4)
                }
            }
        }
        // A missing end marker is accepted if all pixels are drawn.
        guard pen.isDone else { throw .truncated }
        try pen.endRow()
    }

    private func index(_ index: Int, at offset: Int) -> UInt8 {
        if layout.bitDepth == 8 { return bytes[offset + index] }
        let byte = bytes[offset + index / 2]
        return index % 2 == 0 ? byte >> 4 : byte & 15
    }

    private struct Pen {
        let words: UnsafeMutableBufferPointer<UInt32>
        let palette: [UInt32]
        let layout: BMPLayout
        private var (x, y) = (0, 0)

        init(words: UnsafeMutableBufferPointer<UInt32>, palette: [UInt32], layout: BMPLayout) {
            (self.words, self.palette, self.layout) = (words, palette, layout)
        }

        var isDone: Bool { y >= layout.size.height || y == layout.size.height - 1 && x >= layout.size.width }

        mutating func draw(_ index: UInt8) throws(ImageError) {
            let size = layout.size
            try BMPDecoder.check(index: index, in: palette.count)
            try require(y < size.height, "it has more rows than the header declares")
            if x < size.width {
                let row = layout.isTopDown ? y : size.height - 1 - y
                words[row * size.width + x] = palette[Int(index)]
            } else {
                try require(x < filledWidth, "a row is longer than the header declares")
            }
            x += 1
        }

        /// ImageMagick pads rows to a multiple of four pixels.
        private var filledWidth: Int { (layout.size.width + 3) / 4 * 4 }

        mutating func endRow() throws(ImageError) {
            try require(x <= layout.size.width || x == filledWidth, "a row is longer than the header declares")
            (x, y) = (0, y + 1)
        }

        mutating func move(right columns: Int, on rows: Int) throws(ImageError) {
            (x, y) = (x + columns, y + rows)
            try require(x <= layout.size.width && y <= layout.size.height, "a run extends outside the picture")
        }
    }
}
