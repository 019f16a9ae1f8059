import FlipbookCore

extension BMPDecoder {
    /// Fills `words` from run-length encoding (RLE8 and RLE4). Pixels outside the runs get the first color.
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

        /// ImageMagick fills rows up to a multiple of four pixels.
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
