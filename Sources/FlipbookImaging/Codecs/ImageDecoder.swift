public import FlipbookCore
import FlipbookFiles

/// Decodes image files by their contents, regardless of their names.
///
/// Copies of a decoder can be used on multiple threads, up to one per core. Use them outside the cooperative pool, since a call
/// takes milliseconds. A damaged or truncated file causes an error. Partial pictures are never returned. 16-bit channels are
/// rounded to 8 bits unless ``keepsSixteenBits`` is set, and colors are converted if ``convertsColors`` is set. Pixels are
/// returned as stored, and ``ImageHeader/orientation`` specifies the rotation.
public struct ImageDecoder: Sendable {
    /// The limits that are checked before memory is allocated.
    public var limits: DecodingLimits
    /// A Boolean value that indicates whether 16 bits per channel are kept, as ``PixelFormat/rgba64``, instead of being rounded
    /// to 8.
    public var keepsSixteenBits: Bool

    package var detail: PixelSize?

    package var takesPlanes = false

    /// A Boolean value that allows decoding to 16 bits to measure the values, even if 8 are requested.
    package var takesValues = true

    /// A Boolean value that indicates whether colors are converted to ``SourceColors/canvas``, using profiles if LittleCMS is
    /// installed.
    public var convertsColors = true

    /// The formats that the decoder reads.
    public let codecs: ImageCodecs

    /// Creates a decoder.
    public init(limits: DecodingLimits = .init(), keepsSixteenBits: Bool = false, codecs: ImageCodecs = .standard) {
        (self.limits, self.keepsSixteenBits, self.codecs) = (limits, keepsSixteenBits, codecs)
    }

    /// Decodes the file at `path` to ``PixelFormat/rgba``, or to ``PixelFormat/rgba64`` if 16 bits are kept.
    public func decode(contentsOf path: FilePath) throws(ImageError) -> Picture {
        try withSession(contentsOf: path) { (session) throws(ImageError) in try session.frame(0) }
    }

    /// Decodes the bytes of a file to ``PixelFormat/rgba``, or to ``PixelFormat/rgba64`` if 16 bits are kept.
    ///
    /// The bytes are read only during the call.
    public func decode(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        var session = try open(bytes)
        return try session.frame(0)
    }

    package func withSession<Result>(
        contentsOf path: FilePath,
        _ body: (inout any ImageSession) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try ImageError.naming(path) { () throws(ImageError) in
            if let number = path.picture ?? codecs.codecOfFile(at: path).map({ _ in 1 }) {
                // Other drawings share the open file, so its pictures are decoded at full size and to RGBA.
                var whole = self
                (whole.detail, whole.takesPlanes) = (nil, false)
                let file = try OpenImages.shared.file(at: path, whole)
                let header = try file.header(ofFrame: number - 1)
                var session: any ImageSession = StillImage(header: header) { () throws(ImageError) in
                    try file.picture(number - 1)
                }
                return try body(&session)
            }
            let file = try FileReader(path)
            let codec = try codecs.codec(of: file)
            if let inPlace = codec.inPlace {
                var session = try session(of: file, at: path, codec, inPlace)
                return try body(&session)
            }
            return try limits.withBytes(of: file) { (bytes) throws(ImageError) in
                var session = try open(bytes)
                return try body(&session)
            }
        }
    }

    private func session(
        of file: consuming FileReader,
        at path: FilePath,
        _ codec: ImageCodec,
        _ inPlace: ImageCodec.InPlace
    ) throws(ImageError) -> any ImageSession {
        let session = try inPlace.open(file, request(codec))
        return try converted(session, codec) { () throws(ImageError) in try inPlace.profile(FileReader(path)) }
            ?? session
    }

    /// Opens a file of any length in place. Returns `nil` if files of its format are read into memory.
    func openInPlace(_ path: FilePath) throws(ImageError) -> (any ImageSession)? {
        let file = try FileReader(path)
        let codec = try codecs.codec(of: file)
        guard let inPlace = codec.inPlace else { return nil }
        return try session(of: file, at: path, codec, inPlace)
    }

    package func open(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> any ImageSession {
        guard !bytes.isEmpty else { throw .empty }
        let codec = try codecs.codec(for: bytes.head)
        guard let open = codec.open else { throw .notAnImage(found: FileContents(codec.format)) }
        var request = request(codec)
        func converted(_ session: any ImageSession) throws(ImageError) -> (any ImageSession)? {
            try self.converted(session, codec) { codec.profile?(bytes) }
        }
        let session = try open(bytes, request)
        guard let shown = try converted(session) else { return session }
        guard request.takesPlanes else { return shown }
        // Colors can be converted only as red, green, and blue.
        request.takesPlanes = false
        return try converted(open(bytes, request)) ?? shown
    }

    private func request(_ codec: ImageCodec) -> DecodingRequest {
        var request = DecodingRequest(limits: limits, keepsSixteenBits: keepsSixteenBits, colors: codecs.colors)
        request.detail = detail
        request.takesPlanes = takesPlanes && codec.givesPlanes && codecs.colors.levels == nil
        request.takesValues = takesValues && !codec.makesColors
        request.allowsCuts = !convertsColors
        return request
    }

    private func converted(
        _ session: any ImageSession,
        _ codec: ImageCodec,
        _ profile: () throws(ImageError) -> ColorProfile?
    ) throws(ImageError) -> (any ImageSession)? {
        // Some codecs convert light themselves, and each file in an archive has its own colors.
        guard !codec.makesColors else { return nil }
        let leveled = LeveledSession(session, codecs.colors.levels, keepsSixteenBits: keepsSixteenBits)
        let session = leveled ?? session
        guard convertsColors else { return leveled }
        if codecs.colors.areLight { return ExposedSession(session, codecs.colors) }
        // Codecs of scene-linear formats also convert light themselves, unless the user specifies a profile.
        if session.header.isSceneLinear, codecs.colors.profile == nil { return leveled }
        return ConvertedSession(session, try answer(session.header, profile), in: codecs.colors.canvas) ?? leveled
    }

    package func converted(_ picture: Picture, of header: ImageHeader) throws(ImageError) -> Picture {
        let drawn: any ImageSession = StillImage(header: header) { () throws(ImageError) in picture }
        var shown = try converted(drawn, .png) { nil } ?? drawn
        return try shown.frame(0)
    }

    /// Returns the color information in the file at `path`, and describes how it is used.
    package func statedColors(ofFileAt path: FilePath) throws(ImageError) -> StatedColors {
        let header = try ImageHeader.read(contentsOf: path, codecs: codecs)
        return try ImageError.naming(path) { () throws(ImageError) in
            let row = try path.picture.flatMap { (number) throws(ImageError) in
                let image = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
                return try image.withRowPicture(number - 1) { (file) throws(ImageError) in
                    try statedColors(of: file, header)
                }
            }
            if let row { return row }
            return try statedColors(of: FileReader(path), header)
        }
    }

    private func statedColors(of file: borrowing FileReader, _ header: ImageHeader) throws(ImageError) -> StatedColors {
        let codec = try codecs.codec(of: file)
        guard header.hasColorProfile, !codec.makesColors else { return StatedColors(use: .none, name: "", meaning: 0) }
        let stated = try codec.statedProfile(of: file, header.colorTag)
        let use = try answer(header) { stated }?.use ?? .unsupported
        return StatedColors(use: use, name: stated?.name ?? "", meaning: stated?.meaning ?? 0)
    }

    private func answer(_ header: ImageHeader, _ profile: () throws(ImageError) -> ColorProfile?)
        throws(ImageError) -> ColorConversions.Answer?
    {
        var found = codecs.colors.profile
        if found == nil, header.hasColorProfile { found = try profile() }
        guard let profile = found else { return nil }
        // CMYK colors were converted to sRGB without their profile.
        if header.colorModel == .cmyk { return .init(use: .unsupported) }
        let (isGray, space) = (header.colorModel == .gray, codecs.colors.canvas.profiled)
        return ColorConversions.answer(to: profile, isGray: isGray, in: space)
    }

    package func decode(_ data: ImageData) throws(ImageError) -> Picture { try data.bytes.lendingBytes(decode) }
}

extension DecodingLimits {
    package func withBytes<Result>(of path: FilePath, _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result)
        throws(ImageError) -> Result
    {
        try ImageError.naming(path) { () throws(ImageError) in try withBytes(of: FileReader(path), body) }
    }

    func withBytes<Result>(of file: borrowing FileReader, _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result)
        throws(ImageError) -> Result
    {
        try check(fileOf: file.byteCount)
        return try Scratch.files.withOne { (scratch) throws(ImageError) in
            guard let buffer = scratch.bytes.room(for: file.byteCount) else { throw .memory(file.byteCount) }
            let count = try file.read(into: buffer, at: 0)
            return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
