import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Synchronization

/// The frames of a file that was written, decoded one after another in the order in which they are shown.
protocol DecodedFrames: Sendable {
    var decoder: String { get }

    /// The next frame in straight RGBA, 16 bits a channel where they are asked for, or `nil` after the last.
    func next() async throws -> Picture?

    /// Stops what goes on; waiting calls throw.
    func stop()
}

extension DecodedFrames {
    func stop() {}
}

/// Pictures in files that were written, decoded by the readers of the library's own inputs. One that is shown several times in
/// a row is decoded once.
final class DecodedImages: DecodedFrames {
    let decoder: String
    private let rest: Mutex<ArraySlice<FilePath>>
    private let latest = Mutex<(path: FilePath, picture: Picture)?>(nil)
    private let reader: ImageDecoder

    /// The picture of each frame, in order, read by formats with the cut of a sheet.
    init(_ paths: [FilePath], of job: EncodingJob, areDeep: Bool, codecs: ImageCodecs = .standard) {
        decoder = Self.decoder(of: job.codec)
        rest = Mutex(paths[...])
        reader = Self.reader(of: job, areDeep: areDeep, codecs)
    }

    static func decoder(of codec: VideoCodec) -> String { "Flipbook's reader of \(codec.name)" }

    static func reader(of job: EncodingJob, areDeep: Bool, _ codecs: ImageCodecs = .standard) -> ImageDecoder {
        // Light has no numbers of its own.
        let isLight = job.codec == .openEXR && job.request.standard != nil
        let codecs = isLight ? codecs.reading(.lightAlone) : codecs
        var reader = ImageDecoder(keepsSixteenBits: areDeep, codecs: codecs)
        // The numbers are compared as they lie in the file.
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
    /// A picture of a file that was written, in as many bits a channel as the reader keeps.
    func readBack(_ decode: () throws -> Picture) throws -> Picture {
        do {
            let picture = try decode()
            return keepsSixteenBits && picture.format == .rgba ? try picture.widened() : picture
        } catch {
            throw ExportError.readBack(reason: "it cannot be decoded: \(String(describing: error)).")
        }
    }
}
