import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Conformance images", .enabled(if: Samples.areAvailable, Samples.absence))
struct ConformanceTests {
    /// All PNGs under a folder of the samples.
    private static func pngs(in folder: String) throws -> [URL] {
        let root = Samples.directory.appendingPathComponent(folder)
        let files = try require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension.lowercased() == "png" }
    }

    @Test("every PNG comes out as libpng decodes it, or is refused as libpng refuses it")
    func sameAsLibPNG() throws {
        var (decoded, fast) = (0, 0)
        for folder in ["conformance", "sequences"] {
            for url in try Self.pngs(in: folder) {
                let file = Array(try Data(contentsOf: url))
                let outcome = DecodingOutcome.both(file)
                expectEqual(outcome.ours, outcome.libpng, "\(url.lastPathComponent)")
                if outcome.ours.bytes != nil { decoded += 1 }
                if DecodingOutcome.isFast(file) { fast += 1 }
            }
        }
        expect(decoded > 650)
        expect(fast > 150)
    }

    @Test("PngSuite's broken files are refused, and all its others are decoded")
    func pngSuite() throws {
        let files = try Self.pngs(in: "conformance/pngsuite")
        expectEqual(files.count, 175)
        for url in files {
            let outcome = DecodingOutcome.both(Array(try Data(contentsOf: url)))
            let isBroken = url.lastPathComponent.hasPrefix("x")
            expectEqual(outcome.ours.bytes == nil, isBroken, "\(url.lastPathComponent)")
        }
    }

    @Test("a header agrees with what another program found, for every PNG frame of the sample sequences")
    func headers() throws {
        var count = 0
        for frame in try SampleFrame.pngFrames() {
            let header = try ImageHeader.read(contentsOf: FilePath(frame.url.path))
            expectEqual(header.size, frame.size, "\(frame.url.path)")
            expectEqual(header.bitDepth, frame.bitDepth, "\(frame.url.path)")
            expectEqual(header.isInterlaced, frame.isInterlaced, "\(frame.url.path)")
            count += 1
        }
        expect(count > 300)
    }

    @Test("the pixels are those that another program found, for every 8-bit PNG frame of the sample sequences")
    func pixels() throws {
        var count = 0
        for frame in try SampleFrame.pngFrames() where frame.bitDepth <= 8 {
            let path = FilePath(frame.url.path)
            // The other program shows the file's numbers as they are.
            if case .gamma(let value) = try ImageHeader.read(contentsOf: path).colorTag, abs(value - 45_455) > 2000 {
                continue
            }
            let picture = try ImageDecoder().decode(contentsOf: path)
            expectEqual(md5(picture.withUnsafeBytes { Array($0) }), frame.pixelDigest, "\(frame.url.path)")
            count += 1
        }
        expect(count > 300)
    }
}

/// A PNG frame of the sample sequences and what other programs say of it.
private struct SampleFrame {
    let url: URL
    let size: PixelSize
    let bitDepth: Int
    let isInterlaced: Bool
    /// MD5 of the RGBA bytes that Pillow decodes.
    let pixelDigest: String

    static func pngFrames() throws -> [SampleFrame] {
        let facts = try JSONDecoder().decode(
            Facts.self,
            from: Data(contentsOf: Samples.directory.appendingPathComponent("expected.json"))
        )
        return facts.sequences.flatMap { name, sequence in
            sequence.groups.flatMap { group in
                group.frames.compactMap { frame in
                    guard let png = frame.png, let pillow = frame.pillow, let digest = pillow.rgba8_md5 else {
                        return nil
                    }
                    let folder = Samples.directory.appendingPathComponent("sequences/\(name)/\(group.dir)")
                    let url = folder.appendingPathComponent(frame.file)
                    // The facts fold Apple's `.imageset` folders away, so those frames cannot be found by their entry.
                    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
                    return SampleFrame(
                        url: url,
                        size: PixelSize(width: pillow.w, height: pillow.h),
                        bitDepth: png.depth,
                        isInterlaced: png.interlaced,
                        pixelDigest: digest
                    )
                }
            }
        }
    }

    private struct Facts: Decodable {
        let sequences: [String: Sequence]
        struct Sequence: Decodable { let groups: [Group] }
        struct Group: Decodable {
            let dir: String
            let frames: [Frame]
        }
        struct Frame: Decodable {
            let file: String
            let png: PNG?
            let pillow: Pillow?
        }
        struct PNG: Decodable {
            let depth: Int
            let interlaced: Bool
        }
        struct Pillow: Decodable {
            let w: Int
            let h: Int
            let rgba8_md5: String?
        }
    }
}
