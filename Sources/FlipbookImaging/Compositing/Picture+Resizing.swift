package import FlipbookCore

extension Picture {
    /// The whole picture drawn on `size` pixels, cut as `slices` says: premultiplied.
    /// - Parameters:
    ///   - slices: The slices of a picture of this size, which is straight RGBA.
    ///   - size: The pixels to fill, at least one.
    ///   - scale: Pixels of `size` per point, above 0.
    ///   - filter: How what is not copied is scaled.
    package func resized(
        _ slices: ImageSlices,
        to size: PixelSize,
        scale: Double,
        filter: ScalingFilter = .automatic
    ) -> Picture {
        precondition(format == .rgba, "pictures are resized from straight RGBA")
        precondition(self.size == PixelSize(width: slices.horizontal.length, height: slices.vertical.length))
        precondition(scale > 0 && scale.isFinite, "a scale is a number above 0")
        let scaler = SliceScaler(slices, to: size, visible: PixelRect(size), scale: scale, filter: filter)
        return withUnsafeBytes { bytes in
            Picture(size: size, format: .rgbaPremultiplied) { target in
                guard let pixels = bytes.baseAddress, let base = target.baseAddress else { return }
                PictureMemory.shared.withScratch(scaler.scratchByteCount) { scratch in
                    var rows = SlicedRows(scaler, of: pixels, scratch: scratch)
                    for y in 0..<size.height {
                        rows.write(y, to: base.assumingMemoryBound(to: UInt8.self) + y * size.width * 4)
                    }
                }
            }
        }
    }
}
