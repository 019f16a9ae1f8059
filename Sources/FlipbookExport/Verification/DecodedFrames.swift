import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The frames of a file that was written, decoded one after another in the order in which they are shown.
protocol DecodedFrames: Sendable {
    /// What decodes them.
    var decoder: String { get }

    /// The next frame in straight RGBA, 16 bits a channel where they are asked for; `nil` after the last.
    func next() async throws(ExportError) -> Picture?

    /// Stops what goes on; waiting calls throw.
    func stop()
}

/// Pictures in files that were written, decoded by the readers of the library's own inputs.
struct DecodedImages: DecodedFrames {
    let decoder: String
    private let pictures: Pictures

    /// Decodes one picture after another. One that is shown several times in a row is decoded once.
    private actor Pictures {
        private var paths: ArraySlice<FilePath>
        private var latest: (path: FilePath, picture: Picture)?
        private let reader: ImageDecoder
        private let areDeep: Bool

        init(_ paths: [FilePath], _ reader: ImageDecoder, areDeep: Bool) {
            (self.paths, self.reader, self.areDeep) = (paths[...], reader, areDeep)
        }

        func next() throws(ImageError) -> Picture? {
            guard let path = paths.popFirst() else { return nil }
            if let latest, latest.path == path { return latest.picture }
            let decoded = try reader.decode(contentsOf: path)
            let picture = try decoded.inBits(areDeep: areDeep)
            latest = (path, picture)
            return picture
        }
    }

    /// The picture of each frame, in order.
    /// - Parameters:
    ///   - areDeep: Whether the pictures get 16 bits a channel.
    ///   - codecs: The formats that are read, with the cut of a sheet.
    init(_ paths: [FilePath], of job: EncodingJob, areDeep: Bool, codecs: ImageCodecs = .standard) {
        decoder = Self.decoder(of: job.codec)
        pictures = Pictures(paths, Self.reader(of: job, areDeep: areDeep, codecs), areDeep: areDeep)
    }

    /// What reports call the reader of a codec.
    static func decoder(of codec: VideoCodec) -> String { "Flipbook's reader of \(codec.name)" }

    /// The reader of a job's pictures.
    static func reader(of job: EncodingJob, areDeep: Bool, _ codecs: ImageCodecs = .standard) -> ImageDecoder {
        // Light has no numbers of its own.
        let isLight = job.codec == .openEXR && job.request.standard != nil
        let codecs = isLight ? codecs.reading(.lightAlone) : codecs
        var reader = ImageDecoder(keepsSixteenBits: areDeep, codecs: codecs)
        // The numbers are compared as they lie in the file.
        reader.convertsColors = job.request.standard == nil
        return reader
    }

    /// The picture of a file in memory, in as many bits a channel as its reader keeps.
    static func picture(in bytes: [UInt8], _ reader: ImageDecoder) throws(ExportError) -> Picture {
        do throws(ImageError) {
            let decoded = try bytes.withUnsafeBytes { bytes in
                Result { () throws(ImageError) in try reader.decode(bytes) }
            }.get()
            return try decoded.inBits(areDeep: reader.keepsSixteenBits)
        } catch {
            throw .readBack(reason: "it cannot be decoded: \(error).")
        }
    }

    func next() async throws(ExportError) -> Picture? {
        do throws(ImageError) {
            return try await pictures.next()
        } catch {
            throw .readBack(reason: "it cannot be decoded: \(error).")
        }
    }

    func stop() {}
}

extension Picture {
    /// The picture with 16 bits a channel, where so many are wanted.
    fileprivate func inBits(areDeep: Bool) throws(ImageError) -> Picture {
        try ImageError.ofMachine { () throws(MachineShortage) in
            areDeep && format == .rgba ? try widened() : self
        }
    }
}
