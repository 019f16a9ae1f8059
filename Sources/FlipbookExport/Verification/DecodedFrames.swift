import FlipbookCore
import FlipbookImaging
import Synchronization

protocol DecodedFrames: Sendable {
    var decoder: String { get }

    /// Returns the next frame in straight RGBA with 8 or 16 bits, or `nil` after the last.
    func next() async throws -> Picture?

    func stop()
}

extension DecodedFrames { func stop() {} }

/// Written image files, decoded by the library's own readers. A file that is repeated is decoded once.
final class DecodedImages: DecodedFrames {
    let decoder: String
    private let rest: Mutex<ArraySlice<FilePath>>
    private let latest = Mutex<(path: FilePath, picture: Picture)?>(nil)
    private let reader: ImageDecoder

    /// Creates a decoder for the picture of each frame. If the file is a sheet, `codecs` divides it into frames.
    init(_ paths: [FilePath], of job: EncodingJob, areDeep: Bool, codecs: ImageCodecs = .standard) {
        decoder = Self.decoder(of: job.codec)
        rest = Mutex(paths[...])
        reader = Self.reader(of: job, areDeep: areDeep, codecs)
    }

    static func decoder(of codec: VideoCodec) -> String { "Flipbook's reader of \(codec.name)" }

    static func reader(of job: EncodingJob, areDeep: Bool, _ codecs: ImageCodecs = .standard) -> ImageDecoder {
        // OpenEXR stores light, so there are no values to compare.
        let isLight = job.codec == .openEXR && job.request.standard != nil
        let codecs = isLight ? codecs.reading(.lightAlone) : codecs
        var reader = ImageDecoder(keepsSixteenBits: areDeep, codecs: codecs)
        // Values are compared as stored.
        reader.convertsColors = job.request.standard == nil
        return reader
    }

    func next() async throws -> Picture? {
        guard let path = rest.withLock({ $0.popFirst() }) else { return nil }
        if let latest = latest.withLock({ $0 }), latest.path == path { return latest.picture }
        let picture = try reader.readBack { try reader.decode(contentsOf: path) }
        latest.withLock { $0 = (path, picture) }
        return picture
    }
}

extension ImageDecoder {
    func readBack(_ decode: () throws -> Picture) throws -> Picture {
        do {
            let picture = try decode()
            return keepsSixteenBits && picture.format == .rgba ? try picture.widened() : picture
        } catch { throw ExportError.readBack(reason: "it cannot be decoded: \(String(describing: error)).") }
    }
}
