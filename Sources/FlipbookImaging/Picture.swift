public import FlipbookCore

/// The pixels of one picture: memory that is filled once and then only read.
///
/// Rows are stored top to bottom. RGBA formats have 4 bytes a pixel, or 8, and no
/// padding between rows; see ``PixelFormat/i420`` for the planar one. The memory
/// is aligned to 64 bytes and freed with the last reference, so a picture can
/// be lent to an encoder without a copy.
public final class Picture: Sendable {
    /// Size in pixels.
    public let size: PixelSize
    /// How the pixels lie in memory.
    public let format: PixelFormat
    /// The number of bytes that hold pixels.
    public let byteCount: Int
    /// How many pixels of a scene-linear file are brighter than what is shown of them.
    package let clippedCount: Int

    // The one reason for the escape: an immutable address. The bytes behind it
    // are written only by `init`'s closure, before anyone else has the object.
    private nonisolated(unsafe) let storage: UnsafeMutableRawPointer

    /// A picture whose memory is filled by `fill`, in a size that has been checked.
    ///
    /// `fill` gets uninitialised memory of ``byteCount(size:format:)`` bytes and must write all of it.
    /// - Precondition: `size` is not empty; for ``PixelFormat/i420`` its sides are even.
    /// - Throws: ``MachineShortage`` where there is no memory for it, or for what `fill` needs.
    package convenience init(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(MachineShortage) -> Void
    ) throws(MachineShortage) {
        try self.init(size: size, format: format, storage: try Self.memory(size, format), filledBy: fill)
    }

    /// The same for the decoder of an ``ImageCodec``, which says what is the matter with a file.
    /// - Throws: ``ImageError`` where there is none, and what `fill` throws.
    public static func decoded(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Void
    ) throws(ImageError) -> Picture {
        let storage = try ImageError.ofMachine { () throws(MachineShortage) in try memory(size, format) }
        return try Picture(size: size, format: format, storage: storage, filledBy: fill)
    }

    /// The same for a scene-linear file; `fill` counts the pixels that are brighter than what is shown of them.
    static func exposed(
        size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
    ) throws(ImageError) -> Picture {
        let storage = try ImageError.ofMachine { () throws(MachineShortage) in try memory(size, format) }
        return try Picture(size: size, format: format, storage: storage, countingClipped: fill)
    }

    /// Memory for a picture that is not empty, to be given to one.
    static func memory(_ size: PixelSize, _ format: PixelFormat) throws(MachineShortage) -> UnsafeMutableRawPointer {
        let byteCount = byteCount(size: size, format: format)
        precondition(byteCount > 0, "a picture has at least one pixel")
        return try PictureMemory.shared.take(byteCount)
    }

    /// A picture in memory that ``memory(_:_:)`` gave, which is given back where `fill` throws.
    convenience init<E: Error>(
        size: PixelSize,
        format: PixelFormat,
        storage: UnsafeMutableRawPointer,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        try self.init(size: size, format: format, storage: storage) { (memory) throws(E) in
            try fill(memory)
            return 0
        }
    }

    private init<E: Error>(
        size: PixelSize,
        format: PixelFormat,
        storage: UnsafeMutableRawPointer,
        countingClipped fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) {
        let byteCount = Self.byteCount(size: size, format: format)
        do {
            clippedCount = try fill(UnsafeMutableRawBufferPointer(start: storage, count: byteCount))
        } catch {
            PictureMemory.shared.give(storage, byteCount)
            throw error
        }
        self.size = size
        self.format = format
        self.byteCount = byteCount
        self.storage = storage
    }

    /// A picture of `type` whose memory is filled by `fill`.
    ///
    /// `fill` gets uninitialised memory, rows from top to bottom without padding, and must write all of it.
    /// - Throws: ``PictureError`` for a size that no picture of the type has, or that exceeds a limit, for a type that
    ///   is not supported, and where there is no memory for the picture.
    public convenience init(
        size: PixelSize,
        type: PictureType = PictureType(),
        limits: DecodingLimits = DecodingLimits(),
        filledBy fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(PictureError) {
        let format = try PixelFormat(type)
        guard !size.isEmpty else { throw .empty(size) }
        guard !format.needsEvenSides || size.width % 2 == 0 && size.height % 2 == 0 else { throw .odd(size) }
        do throws(ImageError) {
            try limits.check(size, bytesPerPixel: format.isDeep ? 8 : 4)
        } catch {
            guard case .tooLarge(let reason) = error.reason else { throw .empty(size) }
            throw .tooLarge(reason: reason)
        }
        do throws(MachineShortage) {
            try self.init(size: size, format: format, filledBy: fill)
        } catch {
            throw .shortage(error)
        }
    }

    /// A picture of `type` with these bytes, rows from top to bottom without padding.
    /// - Throws: ``PictureError`` as ``init(size:type:limits:filledBy:)``, and where there are not as many bytes as the
    ///   picture has.
    public convenience init(
        size: PixelSize,
        type: PictureType = PictureType(),
        limits: DecodingLimits = DecodingLimits(),
        bytes: [UInt8]
    ) throws(PictureError) {
        var (isWhole, expected) = (false, 0)
        try self.init(size: size, type: type, limits: limits) { target in
            expected = target.count
            isWhole = bytes.count == expected
            target.copyBytes(from: bytes.prefix(expected))
        }
        guard isWhole else { throw .byteCount(bytes.count, expected: expected) }
    }

    deinit {
        PictureMemory.shared.give(storage, byteCount)
    }

    /// Lends the bytes to `body` for the length of the call.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R
    {
        try body(UnsafeRawBufferPointer(start: storage, count: byteCount))
    }

    /// The bytes that a picture of this size and format takes.
    package static func byteCount(size: PixelSize, format: PixelFormat) -> Int {
        guard !size.isEmpty else { return 0 }
        switch format {
        case .rgba, .rgbaPremultiplied, .bgra:
            return size.width * size.height * 4
        case .rgba64, .rgba64Premultiplied, .gbra12:
            return size.width * size.height * 8
        case .gray16:
            return size.width * size.height * 2
        case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
            let isEven = size.width % 2 == 0 && size.height % 2 == 0
            precondition(isEven || !format.needsEvenSides, "4:2:0 needs even sides")
            return format.planes?.byteCount(of: size) ?? 0
        }
    }
}
