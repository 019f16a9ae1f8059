package import FlipbookCore
import FlipbookFiles

/// A format: how its files are known, what they say of themselves, and how they become pictures.
///
/// A program adds one of its own to a table, ``ImageCodecs``; `Examples/Farbfeld` in Flipbook's repository is one.
public struct ImageCodec: Sendable {
    /// The format, and whether its pictures are decoded.
    public private(set) var format: ImageFormat

    /// Returns `true` if a file that begins with these bytes, at most 4 KiB of them, is of the format.
    package let matches: @Sendable (_ head: UnsafeRawBufferPointer) -> Bool
    /// The facts of a file before its pixels, read a few kilobytes at a time, or `nil` if it only began like one.
    package let details: Details
    /// The header alone, where that takes less than ``details``.
    package let header: Header?
    /// Opens the bytes of a whole file, which stay where they are as long as the session.
    package let open: Open?
    /// Throws where the bytes of a whole file are not all there, where that takes less than decoding them.
    package let check: Check?

    /// Opens the file at a path, for formats whose files are not held in memory, or `nil` for all others.
    private(set) var openFile: OpenFile?

    /// A codec whose files are read where they lie, such as videos. They are known by their names and by their first bytes.
    package init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        openFile: @escaping OpenFile
    ) {
        let format = ImageFormat(name: name, extensions: extensions, hasDecoder: true)
        self.init(format, matches: matches, details: { _ in nil })
        self.openFile = openFile
    }

    /// Finds what the numbers mean as colors in the bytes of a whole file that says it, or `nil` if it does not.
    private(set) var profile: (@Sendable (UnsafeRawBufferPointer) -> ColorProfile?)?

    /// A way to read a file where it lies, with no more of it in memory than is wanted, or `nil` if files are read as a
    /// whole.
    package private(set) var inPlace: InPlace?

    package struct InPlace: Sendable {
        let open: @Sendable (consuming FileReader, DecodingRequest) throws(ImageError) -> any ImageSession
        let profile: @Sendable (consuming FileReader) throws(ImageError) -> ColorProfile?
    }

    func readingInPlace(
        open: @escaping @Sendable (consuming FileReader, DecodingRequest) throws(ImageError) -> any ImageSession,
        profile: @escaping @Sendable (consuming FileReader) throws(ImageError) -> ColorProfile?
    ) -> ImageCodec {
        let codec = finding { bytes in
            do throws(ImageError) { return try profile(FileReader(bytes)) } catch { return .damaged }
        }
        return changing(codec) { $0.inPlace = InPlace(open: open, profile: profile) }
    }

    /// The same codec, whose pixels are decoded by libraries that the program is linked with, by their names.
    package func decoding(by libraries: String...) -> ImageCodec {
        changing(self) { $0.format = format.decoded(by: libraries) }
    }

    /// A Boolean value that indicates sessions that give colors by a request: light, or files with colors each.
    private(set) var makesColors = false

    func makingColors() -> ImageCodec { changing(self) { $0.makesColors = true } }

    /// A Boolean value that indicates pictures in other sizes than the header's, by ``DecodingRequest/detail``.
    package private(set) var isScalable = false

    func scaling() -> ImageCodec { changing(self) { $0.isScalable = true } }

    /// A Boolean value that indicates whether it may give ``PixelFormat/i420``, by ``DecodingRequest/takesPlanes``.
    package private(set) var givesPlanes = false

    func givingPlanes() -> ImageCodec { changing(self) { $0.givesPlanes = true } }

    /// The codec for the choices of some colors, for files that hold pixels to choose from, or `nil` for all others.
    private(set) var choosing: (@Sendable (SourceColors) -> ImageCodec)?

    private(set) var layers: Layers?

    typealias Layers = @Sendable (inout FileReader) throws(ImageError) -> [ImageLayer]

    /// The same codec, which another takes the place of by the choices of colors.
    func choosing(_ layers: Layers?, _ codec: @escaping @Sendable (SourceColors) -> ImageCodec) -> ImageCodec {
        changing(self) { ($0.layers, $0.choosing) = (layers, codec) }
    }

    /// Reads the amounts of light that a file holds, for formats of floating point, or `nil` for all others.
    private(set) var numbers: Numbers?

    typealias Numbers = @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> SourceNumbers

    func reading(numbers: @escaping Numbers) -> ImageCodec { changing(self) { $0.numbers = numbers } }

    func finding(profile: @escaping @Sendable (UnsafeRawBufferPointer) -> ColorProfile?) -> ImageCodec {
        changing(self) { $0.profile = profile }
    }

    /// A function that reads all that a file says before its pixels.
    public typealias Details = @Sendable (inout FileReader) throws(ImageError) -> ImageDetails?
    /// A function that reads the header alone.
    public typealias Header = @Sendable (inout FileReader) throws(ImageError) -> ImageHeader
    /// A function that opens a file.
    public typealias Open = @Sendable (UnsafeRawBufferPointer, DecodingRequest) throws(ImageError) -> any ImageSession
    package typealias OpenFile = @Sendable (FilePath, DecodingRequest) throws(ImageError) -> any ImageSession
    /// A function that decodes a file of one picture.
    public typealias Decode =
        @Sendable (UnsafeRawBufferPointer, ImageHeader, DecodingRequest) throws(ImageError) -> Picture
    /// A function that checks a file.
    public typealias Check = @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> Void

    /// A codec from its parts; without `open`, one that reads headers only.
    /// - Parameters:
    ///   - name: The name of the format: `WebP`.
    ///   - extensions: The extensions of such files, in lower case, the usual one first.
    ///   - matches: Knows the format by a file's first bytes, at most ``FileReader/windowLength``.
    ///   - details: Reads what precedes the pixels, a few kilobytes at a time, or `nil` if a file only began like one.
    ///   - header: Reads the header alone, if that takes less than `details`.
    ///   - open: Opens the bytes of a whole file, which stay where they are as long as the session. It has to check the
    ///     header by ``DecodingRequest/check(_:)`` before it sets memory aside.
    ///   - check: Throws if the bytes of a whole file are not all there, if that takes less than decoding them.
    public init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        header: Header? = nil,
        open: Open? = nil,
        check: Check? = nil
    ) {
        self.init(
            ImageFormat(name: name, extensions: extensions, hasDecoder: open != nil),
            matches: matches,
            details: details,
            header: header,
            open: open,
            check: check
        )
    }

    init(
        _ format: ImageFormat,
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        header: Header? = nil,
        open: Open? = nil,
        check: Check? = nil
    ) {
        (self.format, self.matches, self.details) = (format, matches, details)
        (self.header, self.open, self.check) = (header, open, check)
    }

    /// A codec for files of one picture, whose header says all that `decode` has to know; the other parts are those of
    /// ``init(_:extensions:matches:details:header:open:check:)``.
    /// - Parameter decode: Makes a picture of the header's size of the bytes of a whole file: ``PixelFormat/rgba``, or
    ///   ``PixelFormat/rgba64`` if ``DecodingRequest/isDeep(_:)``. The size has been checked.
    public init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        decode: @escaping Decode
    ) {
        self.init(name, extensions: extensions, library: nil, matches: matches, details: details, decode: decode)
    }

    /// The same with a library that is loaded when a file is decoded; without it, headers alone are read.
    package init(
        _ name: String,
        extensions: [String],
        library: RuntimeLibrary?,
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        decode: @escaping Decode
    ) {
        self.init(
            ImageFormat(name: name, extensions: extensions, hasDecoder: true, library: library),
            matches: matches,
            details: details,
            open: { (bytes, request) throws(ImageError) in
                var file = try FileReader(bytes)
                guard let header = try details(&file)?.header, !header.size.isEmpty else {
                    throw .corrupt(reason: "there is no picture in it")
                }
                try request.check(header)
                return StillImage(header: header) { () throws(ImageError) in try decode(bytes, header, request) }
            }
        )
    }

    func readHeader(_ file: inout FileReader) throws(ImageError) -> ImageHeader {
        if let header { return try header(&file) }
        return try readDetails(&file).header
    }

    func readDetails(_ file: inout FileReader) throws(ImageError) -> ImageDetails {
        // A video under a picture's name is not read as one.
        if openFile != nil { throw .notAnImage(found: FileContents("a video, and a frame is one picture", .recording)) }
        guard let details = try details(&file), !details.header.size.isEmpty else {
            throw format.isDecoded
                ? .corrupt(reason: "the header is none of \(format.noun)") : .notAnImage(found: FileContents(format))
        }
        return details
    }
}

/// A request to a codec.
public struct DecodingRequest: Sendable {
    /// The limits of pictures, checked before memory is set aside.
    public var limits = DecodingLimits()
    /// A Boolean value that makes ``PixelFormat/rgba64`` of a file of 16 bits a channel, without rounding to 8.
    public var keepsSixteenBits = false

    /// The way from numbers to colors, for a codec of scene-linear pictures; others give the numbers as they are.
    public var colors = SourceColors()

    /// The number of pixels that will be drawn, for a scalable codec, or `nil` for all.
    var detail: PixelSize?

    /// A Boolean value that indicates that an opaque picture of luma and chroma without stated colors, of even sides
    /// and its own size, may come as ``PixelFormat/i420``.
    var takesPlanes = false

    /// A Boolean value that indicates that whole numbers come as the file has them, so that ``LeveledSession`` measures
    /// them, shows them by levels, and rounds them.
    var takesValues = false

    /// A Boolean value that allows for many values beyond those that are shown, since they are looked at, and not shown.
    var allowsCuts = false

    package init(
        limits: DecodingLimits = DecodingLimits(),
        keepsSixteenBits: Bool = false,
        colors: SourceColors = SourceColors()
    ) {
        (self.limits, self.keepsSixteenBits, self.colors) = (limits, keepsSixteenBits, colors)
    }

    /// Returns `true` if the picture with this header comes in 16 bits a channel: one of 10 or 12 does too.
    public func isDeep(_ header: ImageHeader) -> Bool {
        header.bitDepth > 8 && (keepsSixteenBits || takesValues && readsValues(of: header))
    }

    /// Returns `true` for 16 bits, which are measured if the limits allow for them, and for more than 8 if levels are set.
    private func readsValues(of header: ImageHeader) -> Bool {
        guard header.fullRange != nil else { return false }
        return colors.levels != nil || header.bitDepth == 16 && limits.allow(header.size, bytesPerPixel: 8)
    }

    /// Throws ``ImageError/tooLarge(reason:)`` for a picture beyond the limits.
    public func check(_ header: ImageHeader) throws(ImageError) {
        try limits.check(header.size, bytesPerPixel: isDeep(header) ? 8 : 4)
    }
}
