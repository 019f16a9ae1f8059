internal import FlipbookCore

extension LayerDrawing {
    /// What the layer shows of a picture that is all of the target, pixel by pixel, and comes a few rows at a time: the same
    /// as ``draw(_:_:over:)``, in the memory of the result and of those rows.
    /// - Returns: `nil` where the rows are of another depth.
    func draw(_ rows: any PictureRows, at placement: Placement, tint: Color?) throws(ImageError) -> Picture? {
        guard rows.format == Depth.straight, rows.size == target.size else { return nil }
        let bytesPerRow = target.size.width * 4 * MemoryLayout<Depth.Channel>.size
        let (some, line) = (bytesPerRow * min(rows.step, target.size.height), bytesPerRow)
        return try Picture.decoded(size: target.outputSize, format: target.format) { (memory) throws(ImageError) in
            let scratch = try ImageError.ofMachine { () throws(MachineShortage) in
                try PictureMemory.shared.take(some + line)
            }
            defer { PictureMemory.shared.give(scratch, some + line) }
            for top in stride(from: 0, to: target.size.height, by: rows.step) {
                try rows.next(into: scratch)
                // The row that would be the picture's first.
                let first = UnsafePointer((scratch - top * bytesPerRow).assumingMemoryBound(to: Depth.Channel.self))
                var compositor = compositor(
                    .unscaled(first),
                    placement: placement,
                    scratch: (scratch + some).assumingMemoryBound(to: Depth.Channel.self),
                    tint: tint.map { Depth.pixel($0, on: target.canvas) },
                    rows: RangeSet(top..<min(top + rows.step, target.size.height))
                )
                try ImageError.ofMachine { () throws(MachineShortage) in
                    try Depth.write(&compositor, for: target, to: memory)
                }
            }
        }
    }
}
