import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation

/// A copy of one of the repository's clean sequences, into which a fault is put.
struct FaultBench {
    let folder: TemporaryDirectory

    /// Copies `sequences/clean/NAME`; every file has one date.
    init(_ name: String) throws {
        folder = try TemporaryDirectory()
        let source = Samples.checkout.appendingPathComponent("sequences/clean/\(name)")
        for file in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            try folder.write([UInt8](Data(contentsOf: source.appendingPathComponent(file))), to: file)
            try date(file, 1_700_000_000)
        }
    }

    func path(_ name: String) -> String { folder.file(name).string }

    func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: path(name)) }
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    func copy(_ name: String, to other: String) throws { try folder.write(bytes(name), to: other) }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// Says when a file was last written, in seconds since 1970.
    func date(_ name: String, _ seconds: Int) throws {
        let date = Date(timeIntervalSince1970: Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }

    /// Changes the bytes of a file.
    func damage(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try bytes(name)
        change(&bytes)
        try folder.write(bytes, to: name)
    }

    /// A frame's pixels, red, green, blue and alpha.
    func pixels(_ name: String) throws -> (pixels: [UInt8], width: Int, height: Int) {
        let picture = try ImageDecoder().decode(contentsOf: folder.file(name))
        return (picture.withUnsafeBytes { Array($0) }, picture.size.width, picture.size.height)
    }

    /// Draws a frame again from another one's pixels; without alpha where the sequence has none.
    /// - Parameter change: the new pixel at a place, made from the old ones.
    func redraw(
        _ name: String,
        from source: String? = nil,
        chunks: [PNGWriter.Chunk] = [],
        _ change: (_ x: Int, _ y: Int, _ pixel: (Int, Int) -> [Int]) -> [Int] = { $2($0, $1) }
    ) throws {
        let (pixels, width, height) = try pixels(source ?? name)
        let isOpaque = try !ImageHeader.read(contentsOf: folder.file(name)).hasAlpha
        var rows: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let pixel = change(x, y) { x, y in
                    let start = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 4
                    return pixels[start..<start + 4].map(Int.init)
                }
                rows += pixel.prefix(isOpaque ? 3 : 4).map { UInt8(min(255, max(0, $0))) }
            }
        }
        var writer = PNGWriter(width: width, height: height, colorType: isOpaque ? 2 : 6)
        writer.chunksBeforeData = chunks
        try folder.write(writer.file(rows: rows), to: name)
    }

    /// Writes a frame's gray in 8 or 16 bits.
    func writeGray(_ name: String, bitDepth: Int) throws {
        let (pixels, width, height) = try pixels(name)
        var writer = PNGWriter(width: width, height: height, colorType: 0)
        writer.bitDepth = bitDepth
        let grays = stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
        try folder.write(writer.file(rows: bitDepth == 8 ? grays : grays.flatMap { [$0, $0] }), to: name)
    }
}
