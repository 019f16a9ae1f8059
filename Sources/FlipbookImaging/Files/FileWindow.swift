/// A few kilobytes of a file at a time, from wherever they are asked for.
///
/// It begins with the file's first bytes, where a header mostly lies, so most files are read once. An ``ImageCodec`` reads
/// what a file says through it.
public struct FileWindow: ~Copyable {
    /// The most bytes that can be asked for at once: 4096.
    public static let length = ImageHeader.headLength

    private let buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var count: Int

    /// The first bytes of a file.
    package init(_ file: borrowing FileReader) throws(ImageError) {
        buffer = .allocate(byteCount: Self.length, alignment: 16)
        do {
            count = try file.read(into: .init(rebasing: buffer[..<min(Self.length, file.byteCount)]), at: 0)
        } catch {
            buffer.deallocate()
            throw error
        }
    }

    deinit {
        buffer.deallocate()
    }

    /// The bytes in the window now.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

    /// The bytes of `file` at `offset`, valid until the next call, or `nil` if the file has fewer.
    /// - Throws: ``ImageError`` where the system does not give them.
    public mutating func bytes(
        at offset: Int,
        count wanted: Int,
        of file: borrowing FileReader
    ) throws(ImageError) -> UnsafeRawBufferPointer? {
        guard offset >= 0, wanted <= Self.length, offset <= file.byteCount - wanted else { return nil }
        if offset < start || offset + wanted > start + count {
            // No more than there is: asking again at the end costs another call.
            let room = min(Self.length, file.byteCount - offset)
            count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
            start = offset
            guard count >= wanted else { return nil }
        }
        return UnsafeRawBufferPointer(rebasing: buffer[(offset - start)..<(offset - start + wanted)])
    }
}
