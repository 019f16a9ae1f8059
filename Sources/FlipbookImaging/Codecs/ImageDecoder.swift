public import FlipbookCore

/// Turns image files into pixels.
///
/// A value without state of its own: copy it, and call it from as many threads
/// as there are cores. A call runs to its end on the calling thread, reading a
/// file and computing for milliseconds, so do not make it on the cooperative
/// pool. Working memory is kept from call to call and shared by all decoders.
///
/// The content says the format, never the file's name:
///
/// ``ImageCodecs`` lists the formats, and each ``ImageCodec`` what is read of its own.
///
/// 16 bits are rounded to 8 unless kept. Damage that a format can show is an error, as is a file that ends early:
/// there is never a partial picture. Colours become sRGB's, or those of ``SourceColors/canvas``, see ``convertsColors``. Pixels come as they are stored; ``ImageHeader/orientation`` tells how they are to be turned.
public struct ImageDecoder: Sendable {
    /// What is refused before memory is set aside.
    public var limits: DecodingLimits
    /// Whether a file of 16 bits a channel becomes ``PixelFormat/rgba64``, and is not rounded to 8.
    public var keepsSixteenBits: Bool

    /// On how many pixels the picture will be drawn: a codec that is scalable may give it in as many, or in
    /// a few more. `nil` for the picture's own.
    package var detail: PixelSize?

    /// Whether colours become those of ``SourceColors/canvas``; those of a file with a profile as far as LittleCMS is installed.
    public var convertsColors = true

    /// The formats that are read.
    public let codecs: ImageCodecs

    /// A decoder that keeps to `limits`.
    public init(
        limits: DecodingLimits = DecodingLimits(),
        keepsSixteenBits: Bool = false,
        codecs: ImageCodecs = .standard
    ) {
        self.limits = limits
        self.keepsSixteenBits = keepsSixteenBits
        self.codecs = codecs
    }

    /// The picture in the file at `path`, as ``PixelFormat/rgba`` or, where kept, ``PixelFormat/rgba64``.
    /// - Throws: ``ImageError``: the file cannot be read, is no image, is damaged or cut short, or exceeds a limit.
    public func decode(contentsOf path: FilePath) throws(ImageError) -> Picture {
        try withSession(contentsOf: path) { (session) throws(ImageError) in try session.frame(0) }
    }

    /// The picture in the bytes of a file, as ``PixelFormat/rgba`` or, where kept, ``PixelFormat/rgba64``.
    ///
    /// The bytes are read during the call only.
    /// - Throws: ``ImageError``: the bytes are no image, are damaged or cut short, or exceed a limit.
    public func decode(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        var session = try open(bytes)
        return try session.frame(0)
    }

    /// Opens the file at `path` for the length of the call.
    package func withSession<Result>(
        contentsOf path: FilePath,
        _ body: (inout any ImageSession) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        if let number = path.picture ?? codecs.codecOfFile(at: path).map({ _ in 1 }) {
            return try ImageError.naming(path) { () throws(ImageError) in
                let file = try OpenImages.shared.file(at: path, self)
                let header = try file.header(ofFrame: number - 1)
                var session: any ImageSession = StillImage(header: header) { () throws(ImageError) in
                    try file.picture(number - 1)
                }
                return try body(&session)
            }
        }
        return try limits.withBytes(of: path) { (bytes) throws(ImageError) in
            var session = try open(bytes)
            return try body(&session)
        }
    }

    /// Opens the bytes of a file, which stay where they are as long as the session.
    package func open(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> any ImageSession {
        guard !bytes.isEmpty else { throw .empty }
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ImageHeader.headLength))
        let codec = try codecs.codec(for: head)
        guard let open = codec.open else { throw .notAnImage(found: FileContents(codec.format)) }
        var request = DecodingRequest(limits: limits, keepsSixteenBits: keepsSixteenBits, colors: codecs.colors)
        request.detail = detail
        let session = try open(bytes, request)
        // A codec of scene-linear pictures makes colours itself, and each file of an archive has its own.
        guard convertsColors, !codec.makesColors else { return session }
        if codecs.colors.areLight { return ExposedSession(session, codecs.colors) }
        // The same holds for light in the formats that have other numbers, too, unless the user names a profile.
        if session.header.isSceneLinear, codecs.colors.profile == nil { return session }
        let answer = answer(to: bytes, codec, session.header)
        return ConvertedSession(session, answer, in: codecs.colors.canvas) ?? session
    }

    /// What becomes of the colours of the file at `path`.
    /// - Throws: ``ImageError`` where its header cannot be read.
    package func profileUse(ofFileAt path: FilePath) throws(ImageError) -> ProfileUse {
        try limits.withBytes(of: path) { (bytes) throws(ImageError) in
            let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ImageHeader.headLength))
            let codec = try codecs.codec(for: head)
            let header = try ImageHeader.read(bytes, codecs: codecs)
            guard header.hasColorProfile, !codec.makesColors else { return .none }
            return answer(to: bytes, codec, header)?.use ?? .unsupported
        }
    }

    /// What is to be done with the colours of a file; `nil` where it says nothing of them that is looked at.
    private func answer(
        to bytes: UnsafeRawBufferPointer,
        _ codec: ImageCodec,
        _ header: ImageHeader
    ) -> ColorConversions.Answer? {
        guard let profile = codecs.colors.profile ?? (header.hasColorProfile ? codec.profile?(bytes) : nil) else {
            return nil
        }
        // Colours of print were converted plainly, and are sRGB's already.
        if header.colorModel == .cmyk { return .use(.unsupported) }
        return ColorConversions.answer(
            to: profile,
            isGray: header.colorModel == .gray,
            in: codecs.colors.canvas.profiled
        )
    }
}

extension DecodingLimits {
    /// Lends the bytes of a file that is within the limits.
    func withBytes<Result>(
        of path: FilePath,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try ImageError.naming(path) { () throws(ImageError) in
            let file = try FileReader(path)
            try check(fileOf: file.byteCount)
            return try GrowableMemory.files.withOne { (memory) throws(ImageError) in
                guard let buffer = memory.room(for: file.byteCount) else {
                    throw ImageError(.shortage(.memory(file.byteCount)))
                }
                let count = try file.read(into: buffer, at: 0)
                return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }
}
