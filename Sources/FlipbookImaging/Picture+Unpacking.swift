package import FlipbookCore
package import FlipbookFiles

extension Picture {
    /// Converts decoded planar or RGB pixels to straight RGBA, with 16 bits per channel if `isDeep`.
    package static func unpacking(
        _ bytes: UnsafeRawBufferPointer,
        planes: [(offset: Int, bytesPerRow: Int)],
        of format: PixelFormat,
        _ size: PixelSize,
        coding: LumaCoding,
        isDeep: Bool
    ) throws(MachineShortage) -> Picture {
        guard let start = bytes.baseAddress else { preconditionFailure("a picture must have pixels") }
        let target: PixelFormat = isDeep ? .rgba64 : .rgba
        let packed = PackedNumbers(bytes: bytes, planes: planes, size: size)
        switch format {
        case .rgba, .rgba64:
            let ((offset, bytesPerRow), areDeep) = (planes[0], format == .rgba64)
            let end = offset + (size.height - 1) * bytesPerRow + size.width * (areDeep ? 8 : 4)
            precondition(end <= bytes.count, "the rows must be inside the buffer")
            let rows = RGBARows(start: start + offset, bytesPerRow: bytesPerRow, isDeep: areDeep, hasAlpha: true)
            return try Picture(size: size, format: target) { rows.write(size, isDeep: isDeep, to: $0) }
        case .gray16, .gbra12:
            let (order, most): ([Int?], UInt32) = format == .gray16 ? ([0, 0, 0, nil], 65_535) : ([2, 0, 1, 3], 4095)
            let picture = try Picture(size: size, format: .rgba64) { target in
                for (channel, plane) in order.enumerated() {
                    let known = plane.flatMap { $0 < planes.count ? $0 : nil }
                    packed.spread(plane: known, to: target, channel: channel, most: most)
                }
            }
            return isDeep ? picture : try picture.narrowed()
        case .rgbaPremultiplied, .rgba64Premultiplied, .bgra: preconditionFailure("no decoder produces \(format)")
        case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
            guard let layout = format.planes else { preconditionFailure("the layout must have luma and chroma") }
            let shown = planes.map { YCbCrPlanes.Plane(start: start + $0.offset, bytesPerRow: $0.bytesPerRow) }
            let colors = YCbCrPlanes(shown[0], shown[1], shown[2], YCbCrPlanes.Coding(coding, layout))
            return try Picture(size: size, format: target) { target in
                colors.write(size, isDeep: isDeep, to: target)
                guard layout.hasAlpha, isDeep, planes.count > 3 else { return }
                packed.spread(plane: 3, to: target, channel: 3, most: 1023)
            }
        }
    }

    /// Rounds each sample of ``PixelFormat/rgba64`` to the nearest value that `bits` bits can represent.
    package func rounded(toBits bits: Int) throws(MachineShortage) -> Picture {
        precondition(format == .rgba64, "only 16-bit pictures can be rounded")
        let most = UInt32(1 << bits - 1)
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            let numbers = source.bindMemory(to: UInt16.self)
            return try Picture(size: size, format: .rgba64) { target in
                let rounded = target.bindMemory(to: UInt16.self)
                for (place, number) in numbers.enumerated() {
                    let step = (UInt32(number) * most + 32_767) / 65_535
                    rounded[place] = UInt16((step * 65_535 + most / 2) / most)
                }
            }
        }
    }
}

private struct PackedNumbers {
    let bytes: UnsafeRawBufferPointer
    let planes: [(offset: Int, bytesPerRow: Int)]
    let size: PixelSize

    /// Writes a plane of 16-bit samples from 0 to `most` as one channel of 16-bit RGBA. If there is no plane, writes the
    /// maximum.
    func spread(plane: Int?, to target: UnsafeMutableRawBufferPointer, channel: Int, most: UInt32) {
        let pixels = target.bindMemory(to: UInt16.self)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let number = plane.map { plane in
                    let start = planes[plane].offset + y * planes[plane].bytesPerRow + x * 2
                    return UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self)))
                }
                pixels[(y * size.width + x) * 4 + channel] =
                    number.map { UInt16((min($0, most) * 65_535 + most / 2) / most) } ?? .max
            }
        }
    }
}
