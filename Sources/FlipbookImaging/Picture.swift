internal import CImageKernels
public import FlipbookCore
package import FlipbookFiles

/// The immutable pixels of a picture, aligned to 64 bytes and accessible without copying.
///
/// Rows are stored top to bottom, without padding. An RGBA pixel has 4 or 8 bytes. ``PixelFormat/i420`` describes planes.
public final class Picture: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The layout of the pixels in memory.
    public let format: PixelFormat
    /// The number of bytes.
    public let byteCount: Int
    package let lightLoss: LightLoss
    /// The range of the color values in the file, or `nil` if they were not measured.
    package let values: ClosedRange<Double>?

    // Safe, since only the closure passed to `init` writes the bytes, before any other code can access the object.
    private nonisolated(unsafe) let storage: UnsafeMutableRawPointer
    private let owner: Picture?

    /// Creates a picture whose size has been checked. `fill` initializes the memory.
    package convenience init(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(MachineShortage) -> Void
    ) throws(MachineShortage) {
        try self.init(size: size, format: format, storage: try Self.memory(size, format), filledBy: fill)
    }

    /// Creates a picture in the decoder of an ``ImageCodec``.
    ///
    /// `fill` must initialize all of the memory.
    /// - Precondition: `size` is not empty. For ``PixelFormat/i420``, its sides are even.
    public static func decoded(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Void
    ) throws(ImageError) -> Picture {
        let storage = try ImageError.wrapping(memory(size, format))
        return try Picture(size: size, format: format, storage: storage, filledBy: fill)
    }

    /// Creates a scene-linear picture. `fill` also counts pixels that cannot be displayed exactly.
    static func exposed(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> LightLoss
    ) throws(ImageError) -> Picture {
        var loss = LightLoss()
        let picture = try decoded(size: size, format: format) { (memory) throws(ImageError) in loss = try fill(memory) }
        return picture.measured(as: nil, loss)
    }

    static func memory(_ size: PixelSize, _ format: PixelFormat) throws(MachineShortage) -> UnsafeMutableRawPointer {
        let byteCount = byteCount(size: size, format: format)
        precondition(byteCount > 0, "a picture must have at least one pixel")
        return try PictureMemory.shared.take(byteCount)
    }

    /// Creates a picture in memory allocated by ``memory(_:_:)``. If `fill` throws an error, the memory is released.
    init<E: Error>(
        size: PixelSize,
        format: PixelFormat,
        storage: UnsafeMutableRawPointer,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        let byteCount = Self.byteCount(size: size, format: format)
        do {
            try fill(UnsafeMutableRawBufferPointer(start: storage, count: byteCount))
        } catch {
            PictureMemory.shared.give(storage, byteCount)
            throw error
        }
        (self.size, self.format, self.byteCount, self.storage) = (size, format, byteCount, storage)
        (lightLoss, values, owner) = (LightLoss(), nil, nil)
    }

    private init(_ owner: Picture, _ values: ClosedRange<Double>?, _ loss: LightLoss) {
        (size, format, byteCount, storage) = (owner.size, owner.format, owner.byteCount, owner.storage)
        (lightLoss, self.values, self.owner) = (loss, values, owner)
    }

    package func measured(as values: ClosedRange<Double>?, _ loss: LightLoss? = nil) -> Picture {
        let loss = loss ?? lightLoss
        return values == nil && loss == lightLoss ? self : Picture(self, values ?? self.values, loss)
    }

    /// Creates a picture. `fill` must initialize all of the memory, with rows from top to bottom and without padding.
    /// - Throws: ``PictureError`` if the layout or the limits do not allow the size, or if memory is short.
    public convenience init(
        size: PixelSize,
        layout format: PixelFormat = .rgba,
        limits: DecodingLimits = DecodingLimits(),
        filledBy fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(PictureError) {
        guard !size.isEmpty else { throw .empty(size) }
        guard !format.needsEvenSides || size.width % 2 == 0 && size.height % 2 == 0 else { throw .odd(size) }
        try wrapping(limits.check(size, bytesPerPixel: format.isDeep ? 8 : 4)) { (error: ImageError) -> PictureError in
            if case .tooLarge(let reason) = error.reason { .tooLarge(reason: reason) } else { .empty(size) }
        }
        let storage = try PictureError.wrapping(Self.memory(size, format))
        self.init(size: size, format: format, storage: storage, filledBy: fill)
    }

    /// Creates a picture from bytes, with rows from top to bottom and without padding.
    public convenience init(
        size: PixelSize,
        layout: PixelFormat = .rgba,
        limits: DecodingLimits = DecodingLimits(),
        bytes: [UInt8]
    ) throws(PictureError) {
        var (isWhole, expected) = (false, 0)
        try self.init(size: size, layout: layout, limits: limits) { target in
            expected = target.count
            isWhole = bytes.count == expected
            target.copyBytes(from: bytes.prefix(expected))
        }
        guard isWhole else { throw .byteCount(bytes.count, expected: expected) }
    }

    deinit { if owner == nil { PictureMemory.shared.give(storage, byteCount) } }

    /// Passes the bytes to `body`. They are valid only during the call.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R
    {
        try body(UnsafeRawBufferPointer(start: storage, count: byteCount))
    }

    package static func byteCount(size: PixelSize, format: PixelFormat) -> Int {
        guard !size.isEmpty else { return 0 }
        guard let planes = format.planes else { return size.area * format.pixelBytes }
        precondition(!planes.hasHalfRows || size.width % 2 == 0 && size.height % 2 == 0, "4:2:0 requires even sides")
        return planes.byteCount(of: size)
    }

    package var planes: [(offset: Int, bytesPerRow: Int)] { Self.planes(of: size, format: format) }

    static func planes(of size: PixelSize, format: PixelFormat) -> [(offset: Int, bytesPerRow: Int)] {
        if let planes = format.planes { return planes.places(in: size) }
        guard format == .gbra12 else { return [(0, size.width * format.pixelBytes)] }
        return (0..<4).map { ($0 * size.area * 2, size.width * 2) }
    }

    package func narrowed() throws(MachineShortage) -> Picture {
        precondition(format == .rgba64, "only 16-bit pictures can be narrowed to 8 bits")
        return try rewritten(isDeep: false)
    }

    private func rewritten(isDeep: Bool) throws(MachineShortage) -> Picture {
        try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: isDeep ? .rgba64 : .rgba) { target in
                guard let start = source.baseAddress else { return }
                RGBARows(start: start, bytesPerRow: source.count / size.height, isDeep: !isDeep, hasAlpha: true)
                    .write(size, isDeep: isDeep, to: target)
            }
        }
    }

    /// Widens ``PixelFormat/rgba`` to 16 bits per channel. Each value is multiplied by 257. Returns `self` for other formats.
    package func widened() throws(MachineShortage) -> Picture { format == .rgba ? try rewritten(isDeep: true) : self }

    /// Rotates and mirrors the picture according to an orientation. Planar pictures are not supported.
    package func oriented(_ orientation: ImageOrientation) throws(MachineShortage) -> Picture {
        precondition(
            format.planes == nil && format != .gbra12 && format != .gray16,
            "planar pictures cannot be rotated"
        )
        guard orientation != .up else { return self }
        let shown = orientation.shownSize(of: size)
        func place(_ x: Int, _ y: Int) -> Int {
            let position = orientation.shownPosition(x: x, y: y, of: size)
            return position.y * shown.width + position.x
        }
        let origin = place(0, 0)
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: shown, format: format) { target in
                guard let source = source.address, let target = target.address else { return }
                let (across, down) = (place(1, 0) - origin, place(0, 1) - origin)
                flipbook_orient(target, source, format.pixelBytes, size.width, size.height, origin, across, down)
            }
        }
    }

    /// Returns the pixels in a rectangle. Returns `self` for the whole picture.
    package func cropped(to rect: PixelRect) throws(MachineShortage) -> Picture {
        if rect == PixelRect(size) { return self }
        return try Picture(size: rect.size, format: format) { target in
            copy(rect, into: target, width: rect.size.width, x: 0, y: 0)
        }
    }

    /// Assembles a picture from parts of pictures that have the same format. Uncovered pixels are clear.
    package static func assembled(
        of parts: [(picture: Picture, part: PixelRect, x: Int, y: Int)],
        size: PixelSize,
        format: PixelFormat
    ) throws(MachineShortage) -> Picture {
        try Picture(size: size, format: format) { target in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            for (picture, part, x, y) in parts { picture.copy(part, into: target, width: size.width, x: x, y: y) }
        }
    }

    private func copy(_ part: PixelRect, into target: UnsafeMutableRawBufferPointer, width: Int, x: Int, y: Int) {
        let pixel = byteCount / size.area
        withUnsafeBytes { source in
            for row in 0..<part.size.height {
                let from = ((part.y + row) * size.width + part.x) * pixel
                let to = ((y + row) * width + x) * pixel
                let length = part.size.width * pixel
                UnsafeMutableRawBufferPointer(rebasing: target[to..<to + length])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + length]))
            }
        }
    }

    /// The color of the pixel in column `x` and row `y`, as straight 8-bit channels.
    public subscript(x: Int, y: Int) -> Color {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "the pixel must be inside the picture")
        return withUnsafeBytes { bytes in
            let index = y * size.width + x
            func byte(_ channel: Int) -> UInt8 { bytes[index * 4 + channel] }
            func word(at place: Int) -> UInt16 {
                UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))
            }
            func narrowed(_ channel: Int) -> UInt8 { UInt8((Int(word(at: index * 4 + channel)) + 128) / 257) }
            func plane(_ plane: Int) -> UInt8 { UInt8((Int(word(at: plane * size.area + index)) * 255 + 2047) / 4095) }
            switch format {
            case .rgba: return Color(red: byte(0), green: byte(1), blue: byte(2), alpha: byte(3))
            case .bgra: return Color(red: byte(2), green: byte(1), blue: byte(0), alpha: byte(3))
            case .rgbaPremultiplied: return Color(premultiplied: (0..<4).map { Int(byte($0)) }, maximum: 255)
            case .rgba64: return Color(red: narrowed(0), green: narrowed(1), blue: narrowed(2), alpha: narrowed(3))
            case .rgba64Premultiplied:
                return Color(premultiplied: (0..<4).map { Int(word(at: index * 4 + $0)) }, maximum: 65_535)
            case .gray16:
                let level = UInt8((Int(word(at: index)) + 128) / 257)
                return Color(red: level, green: level, blue: level, alpha: 255)
            case .gbra12: return Color(red: plane(2), green: plane(0), blue: plane(1), alpha: plane(3))
            case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
                return format.planes.map { color(x, y, $0, bytes) } ?? .clear
            }
        }
    }

    private func color(_ x: Int, _ y: Int, _ planes: LumaPlanes, _ bytes: UnsafeRawBufferPointer) -> Color {
        let places = planes.places(in: size)
        let (column, row) = (planes.hasHalfColumns ? x / 2 : x, planes.hasHalfRows ? y / 2 : y)
        func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
            let place = places[plane].offset + y * places[plane].bytesPerRow + x * planes.sampleBytes
            guard planes.bits > 8 else { return Int(bytes[place]) }
            return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
        }
        let step = 1 << (planes.bits - 8)
        func level(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8((sample(plane, x, y) + step / 2) / step) }
        let color = Color(luma: level(0, x, y), blue: level(1, column, row), red: level(2, column, row))
        guard planes.hasAlpha else { return color }
        let most = (1 << planes.bits) - 1
        let alpha = UInt8((sample(3, x, y) * 255 + most / 2) / most)
        return Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }

    /// Encodes the picture as PNG, like `UIImage.pngData()`. Planar pictures are not supported.
    public func pngData() throws(PNGEncodingError) -> [UInt8] {
        try PNGEncoder.encode(PNGEncodingError.wrapping(straight()) ?? self)
    }

    /// Converts the picture to straight RGBA. Returns `nil` if it is already straight RGBA, or is planar.
    private func straight() throws(MachineShortage) -> Picture? {
        guard [.bgra, .rgbaPremultiplied, .rgba64Premultiplied].contains(format) else { return nil }
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: format.isDeep ? .rgba64 : .rgba) { target in
                target.copyMemory(from: source)
                guard let start = target.address else { return }
                if format == .bgra {
                    flipbook_swap_red_blue(start, start, size.area)
                } else {
                    PixelSink(start, isDeep: format.isDeep).divideByAlpha(count: size.area)
                }
            }
        }
    }
}

/// Transparency queries, for pictures whose last channel is straight alpha.
extension Picture {
    package var isOpaque: Bool {
        withUnsafeBytes { bytes in
            format == .rgba64
                ? bytes.bindMemory(to: UInt16.self).baseAddress.map { flipbook_rgba64_is_opaque($0, size.area) } != 0
                : bytes.address.map { flipbook_is_opaque($0, size.area) } != 0
        }
    }

    package var isTranslucent: Bool { hasPixel { alpha, most in alpha != 0 && alpha != most } }

    package var isPartlyClear: Bool { hasPixel { alpha, _ in alpha == 0 } && hasPixel { alpha, _ in alpha != 0 } }

    private func hasPixel(_ isMeant: (_ alpha: UInt16, _ most: UInt16) -> Bool) -> Bool {
        withUnsafeBytes { bytes in
            if format == .rgba64 {
                let channels = bytes.bindMemory(to: UInt16.self)
                return stride(from: 3, to: channels.count, by: 4).contains { isMeant(channels[$0], .max) }
            }
            return stride(from: 3, to: bytes.count, by: 4).contains { isMeant(UInt16(bytes[$0]), 255) }
        }
    }

    /// A Boolean value that indicates whether red, green, and blue are below 16 of 255 everywhere.
    package var isDark: Bool {
        withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).allSatisfy { place in
                (bytes[place] | bytes[place + 1] | bytes[place + 2]) < 16
            }
        }
    }

    package var visibleRect: PixelRect? {
        let pixel = byteCount / size.area
        let alpha = pixel / 4
        return withUnsafeBytes { bytes in
            var (left, right, top, bottom) = (size.width, -1, size.height, -1)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let end = (y * size.width + x + 1) * pixel
                    guard bytes[end - 1] != 0 || alpha == 2 && bytes[end - 2] != 0 else { continue }
                    (left, right) = (min(left, x), max(right, x))
                    (top, bottom) = (min(top, y), y)
                }
            }
            return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
    }

    package func changes(from other: Picture) -> PixelRect? {
        precondition(size == other.size && format == other.format, "only pictures of the same kind can be compared")
        return other.withUnsafeBytes { before in
            withUnsafeBytes { after in
                PixelRect(changesFrom: before, to: after, size: size, bytesPerPixel: byteCount / size.area)
            }
        }
    }

    /// Returns `true` if a pixel has at least half opacity in `other`, but less in this picture. Both pictures are RGBA with
    /// straight alpha.
    package func hides(pixelsOf other: Picture) -> Bool {
        precondition(size == other.size && format == .rgba && other.format == .rgba, "only RGBA can be compared")
        return other.withUnsafeBytes { before in
            withUnsafeBytes { after in
                guard let before = before.address, let after = after.address else { return false }
                return flipbook_hides_pixels(before, after, size.area) != 0
            }
        }
    }
}

extension PixelRect {
    /// Finds the smallest rectangle that contains all differences between the bytes of two pictures.
    package init?(
        changesFrom before: UnsafeRawBufferPointer,
        to after: UnsafeRawBufferPointer,
        size: PixelSize,
        bytesPerPixel: Int
    ) {
        var rectangle = [0, 0, 0, 0]
        guard let before = before.address, let after = after.address,
            flipbook_find_changes(&rectangle, before, after, size.width, size.height, bytesPerPixel) != 0
        else { return nil }
        self.init(x: rectangle[0], y: rectangle[1], width: rectangle[2], height: rectangle[3])
    }
}

extension Color {
    fileprivate init(premultiplied channels: [Int], maximum: Int) {
        let alpha = channels[3]
        func channel(_ value: Int) -> UInt8 { alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha)) }
        self.init(
            red: channel(channels[0]),
            green: channel(channels[1]),
            blue: channel(channels[2]),
            alpha: UInt8((alpha * 255 + maximum / 2) / maximum)
        )
    }

    fileprivate init(luma: UInt8, blue: UInt8, red: UInt8) {
        let (y, cb, cr) = (Double(luma) - 16, Double(blue) - 128, Double(red) - 128)
        func channel(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        self.init(
            red: channel(1.164384 * y + 1.792741 * cr),
            green: channel(1.164384 * y - 0.213249 * cb - 0.532909 * cr),
            blue: channel(1.164384 * y + 2.112402 * cb)
        )
    }
}
