package import FlipbookCore
import FlipbookFiles

/// A codec that identifies files of one format, reads their details, and opens their pictures.
///
/// A program can add its own codecs to ``ImageCodecs``. `Examples/Farbfeld` in Flipbook's repository is an example.
public struct ImageCodec: Sendable {
    /// The format and its decoders.
    public private(set) var format: ImageFormat

    /// Returns `true` if the first bytes of a file, at most 4 KiB, have this format.
    package let matches: @Sendable (_ head: UnsafeRawBufferPointer) -> Bool
    /// Reads the details that precede the pixels, a few kilobytes at a time. Returns `nil` if only the signature matches.
    package let details: Details
    /// Reads only the header, if that is faster than ``details``.
    package let header: Header?
    /// Opens the bytes of a whole file. The bytes outlive the session.
    package let open: Open?
    /// Throws an error if the bytes of a file are incomplete. This is `nil` if checking would not be faster than decoding.
    package let check: Check?

    private(set) var openFile: OpenFile?

    /// Creates a codec for files that are opened by path, such as videos. The files are identified by their extension and their
    /// first bytes.
    package init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        openFile: @escaping OpenFile
    ) {
        self.init(name, extensions: extensions, matches: matches, details: { _ in nil })
        format = ImageFormat(name: name, extensions: extensions, hasDecoder: true)
        self.openFile = openFile
    }

    private(set) var profile: (@Sendable (UnsafeRawBufferPointer) -> ColorProfile?)?

    /// Reads a file in place, with only the needed part in memory. If `nil`, files are read into memory.
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

    package func decoding(by libraries: String...) -> ImageCodec {
        changing(self) { $0.format = format.decoded(by: libraries) }
    }

    /// A Boolean value that indicates whether sessions convert colors themselves, as they do for scene-linear light, or for an
    /// archive in which each file has its own colors.
    private(set) var makesColors = false

    func makingColors() -> ImageCodec { changing(self) { $0.makesColors = true } }

    package private(set) var isScalable = false

    func scaling() -> ImageCodec { changing(self) { $0.isScalable = true } }

    package private(set) var givesPlanes = false

    func givingPlanes() -> ImageCodec { changing(self) { $0.givesPlanes = true } }

    /// For files that offer a choice of layers or channels, returns a codec that reads the selected ones.
    private(set) var choosing: (@Sendable (SourceColors) -> ImageCodec)?

    private(set) var layers: Layers?

    typealias Layers = @Sendable (inout FileReader) throws(ImageError) -> [ImageLayer]

    /// Returns a copy of this codec that depends on colors. Setting the colors of an ``ImageCodecs`` table replaces the copy
    /// with the result of `codec`.
    func choosing(_ layers: Layers?, _ codec: @escaping @Sendable (SourceColors) -> ImageCodec) -> ImageCodec {
        changing(self) { ($0.layers, $0.choosing) = (layers, codec) }
    }

    private(set) var numbers: Numbers?

    typealias Numbers = @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> SourceNumbers

    func reading(numbers: @escaping Numbers) -> ImageCodec { changing(self) { $0.numbers = numbers } }

    func finding(profile: @escaping @Sendable (UnsafeRawBufferPointer) -> ColorProfile?) -> ImageCodec {
        changing(self) { $0.profile = profile }
    }

    /// A function that reads the details that precede the pixels.
    public typealias Details = @Sendable (inout FileReader) throws(ImageError) -> ImageDetails?
    /// A function that reads only the header.
    public typealias Header = @Sendable (inout FileReader) throws(ImageError) -> ImageHeader
    /// A function that opens a file.
    public typealias Open = @Sendable (UnsafeRawBufferPointer, DecodingRequest) throws(ImageError) -> any ImageSession
    package typealias OpenFile = @Sendable (FilePath, DecodingRequest) throws(ImageError) -> any ImageSession
    /// A function that decodes a file with one picture.
    public typealias Decode =
        @Sendable (UnsafeRawBufferPointer, ImageHeader, DecodingRequest) throws(ImageError) -> Picture
    /// A function that checks a file.
    public typealias Check = @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> Void

    /// Creates a codec from its parts. If `open` is `nil`, the codec only reads headers.
    /// - Parameters:
    ///   - name: The name of the format: `WebP`.
    ///   - extensions: The extensions in lower case, the usual one first.
    ///   - matches: Identifies the format by a file's first bytes, at most ``FileReader/windowLength``.
    ///   - details: Reads the details that precede the pixels, a few kilobytes at a time. Returns `nil` if only the signature
    ///     matches.
    ///   - header: Reads only the header, if that is faster than `details`.
    ///   - open: Opens the bytes of a whole file. The bytes outlive the session. The closure must call
    ///     ``DecodingRequest/check(_:)`` before it allocates memory.
    ///   - check: Throws an error if the bytes of a file are incomplete. Pass `nil` if this would not be faster than decoding
    ///     them.
    public init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        header: Header? = nil,
        open: Open? = nil,
        check: Check? = nil
    ) {
        format = ImageFormat(name: name, extensions: extensions, hasDecoder: open != nil)
        (self.matches, self.details) = (matches, details)
        (self.header, self.open, self.check) = (header, open, check)
    }

    /// Creates a codec for files with one picture. The other parameters are those of
    /// ``init(_:extensions:matches:details:header:open:check:)``.
    /// - Parameter decode: Decodes the bytes of a whole file to a picture of the header's size, which has been checked. The
    ///   picture is ``PixelFormat/rgba``, or ``PixelFormat/rgba64`` if ``DecodingRequest/isDeep(_:)``.
    public init(
        _ name: String,
        extensions: [String],
        matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        details: @escaping Details,
        decode: @escaping Decode
    ) {
        let open: Open = { (bytes, request) throws(ImageError) in
            var file = try FileReader(bytes)
            guard let header = try details(&file)?.header, !header.size.isEmpty else {
                throw .corrupt(reason: "it contains no picture")
            }
            try request.check(header)
            return StillImage(header: header) { () throws(ImageError) in try decode(bytes, header, request) }
        }
        self.init(name, extensions: extensions, matches: matches, details: details, open: open)
    }

    /// Returns a copy of this codec whose library is loaded when a file is decoded. If the library is missing, only headers are
    /// read.
    package func loading(_ library: RuntimeLibrary) -> Self { changing(self) { $0.format = format.loading(library) } }

    func readHeader(_ file: inout FileReader) throws(ImageError) -> ImageHeader {
        if let header { return try header(&file) }
        return try readDetails(&file).header
    }

    func readDetails(_ file: inout FileReader) throws(ImageError) -> ImageDetails {
        // A video whose name has the extension of a picture is not read as a video.
        if openFile != nil { throw .notAnImage(found: FileContents(try file.head())) }
        guard let details = try details(&file), !details.header.size.isEmpty else {
            if format.isDecoded { throw .corrupt(reason: "the header is invalid") }
            throw .notAnImage(found: FileContents(format))
        }
        return details
    }
}

/// A request to a codec.
public struct DecodingRequest: Sendable {
    /// The limits that are checked before memory is allocated.
    public var limits = DecodingLimits()
    /// A Boolean value that indicates whether 16 bits per channel are kept, as ``PixelFormat/rgba64``, instead of being rounded
    /// to 8.
    public var keepsSixteenBits = false

    /// The mapping of light to colors, for codecs that read scene-linear pictures. Other codecs return the stored values.
    public var colors = SourceColors()

    var detail: PixelSize?

    /// A Boolean value that allows ``PixelFormat/i420`` for luma and chroma pictures that are opaque, have even sides and no
    /// color profile, and are not scaled.
    var takesPlanes = false

    /// A Boolean value that allows integers to be returned as stored, so that ``LeveledSession`` can measure and map them.
    var takesValues = false

    /// A Boolean value that allows any number of values outside the levels. It is set for pictures that are only inspected.
    var allowsCuts = false

    package init(limits: DecodingLimits = .init(), keepsSixteenBits: Bool = false, colors: SourceColors = .init()) {
        (self.limits, self.keepsSixteenBits, self.colors) = (limits, keepsSixteenBits, colors)
    }

    /// Returns `true` if a picture with this header is decoded to 16 bits per channel. Pictures with 10 or 12 bits are also
    /// decoded to 16 bits.
    public func isDeep(_ header: ImageHeader) -> Bool {
        // Without levels, only 16-bit pictures within the limits are measured.
        let fits = colors.levels != nil || header.bitDepth == 16 && limits.fits(header.size, bytesPerPixel: 8)
        return header.bitDepth > 8 && (keepsSixteenBits || takesValues && header.fullRange != nil && fits)
    }

    /// Throws ``ImageError/tooLarge(reason:)`` if the picture exceeds the limits.
    public func check(_ header: ImageHeader) throws(ImageError) {
        try limits.check(header.size, bytesPerPixel: isDeep(header) ? 8 : 4)
    }
}
