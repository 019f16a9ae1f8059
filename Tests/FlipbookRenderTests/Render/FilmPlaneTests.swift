import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// Pictures of luma and chroma that are all of a film's frame.
@Suite("Photographs reach films without red, green and blue on the way", .hangLimit)
struct FilmPlaneTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    /// Files that are made of luma and chroma.
    enum Kind: String, CaseIterable {
        case jpg, webp, avif

        /// How chroma may be halved in such files, in ffmpeg's words.
        var samplings: [String] {
            switch self {
            case .jpg: ["yuvj420p", "yuvj422p", "yuvj440p", "yuvj444p"]
            case .webp: ["yuv420p"]
            case .avif: ["yuv420p", "yuvj420p", "yuv422p", "yuv444p"]
            }
        }

        fileprivate var options: [String] {
            switch self {
            case .jpg: ["-q:v", "2"]
            case .webp: ["-c:v", "libwebp", "-quality", "90"]
            case .avif: ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "8", "-cpu-used", "8"]
            }
        }
    }

    /// A picture whose colors are well inside of what red, green and blue can be.
    private func photograph(_ size: PixelSize, as kind: Kind = .jpg, sampling: String) throws -> FilePath {
        var generator = SeededGenerator(seed: 5)
        let pixels = (0..<size.area).flatMap { index -> [UInt8] in
            let (x, y) = (Double(index % size.width), Double(index / size.width))
            let noise = { Int.random(in: -9...9, using: &generator) }
            let waves = [sin(x / 9), cos(y / 7), sin((x + y) / 13)]
            let colors = waves.map { (wave: Double) -> UInt8 in UInt8(128 + Int(30 * wave) + noise()) }
            return colors + [255]
        }
        let name = "\(size)-\(sampling).\(kind)"
        return try StillFile(writing: pixels, size, as: sampling, options: kind.options, to: name, in: folder).path
    }

    /// What a film's frame of a file is, and whether the file's own planes were asked for.
    private func frame(
        _ path: FilePath,
        _ size: PixelSize? = nil,
        format: PixelFormat = .i420,
        overlay: Bool = false,
        _ change: (inout Layer) -> Void = { _ in }
    ) throws -> (picture: Picture, tookPlanes: Bool) {
        let image = try Image(source: .file(path)).readingHeader()
        let own = try require(image.pixelSize)
        var scene = Scene(size: size ?? own, scale: 1)
        var layer = Layer(frame: scene.bounds, contents: .image(image))
        change(&layer)
        scene.layers = [layer]
        if overlay { scene.layers.append(Layer(frame: Rect(x: 1, y: 1, width: 2, height: 2), contents: .image(image))) }
        let bound = BoundScene(scene, drawings: DrawingTable())
        let asked = Mutex(false)
        let renderer = FrameRenderer(bound.drawings) { (drawing, isDeep) throws(ImageError) in
            if drawing.takesPlanes { asked.withLock { $0 = true } }
            return try drawing.pixels(keepsSixteenBits: isDeep)
        }
        let target = RenderTarget(scene, format: format)
        return (try renderer.picture(of: bound.displayList(at: 0), for: target), asked.withLock { $0 })
    }

    /// The same by way of red, green and blue.
    private func drawn(_ path: FilePath) throws -> Picture {
        let decoded = try ImageDecoder().decode(contentsOf: path)
        let image = try Image(source: .file(path)).readingHeader()
        var scene = Scene(size: decoded.size, scale: 1)
        scene.layers = [Layer(frame: scene.bounds, contents: .image(image))]
        let bound = BoundScene(scene, drawings: DrawingTable())
        let renderer = FrameRenderer(bound.drawings) { (_, _) throws(ImageError) in decoded }
        return try renderer.picture(of: bound.displayList(at: 0), for: RenderTarget(scene, format: .i420))
    }

    @Test(
        "every sample is within one level of the way through red, green and blue",
        arguments: Kind.allCases
    )
    func levels(kind: Kind) throws {
        for sampling in kind.samplings {
            for side in LongTests.cases([(2, 2), (16, 16), (18, 34), (70, 46), (130, 98)], every: 3) {
                let path = try photograph(PixelSize(width: side.0, height: side.1), as: kind, sampling: sampling)
                let (found, tookPlanes) = try frame(path)
                expect(tookPlanes)
                var decoder = ImageDecoder()
                decoder.takesPlanes = true
                try expectEqual(decoder.decode(contentsOf: path).format, .i420)
                let expected = try drawn(path)
                expectEqual(found.size, expected.size)
                let worst = pairs(bytes(found), bytes(expected)).map { abs(Int($0) - Int($1)) }.max() ?? 255
                expect(worst <= 1, "\(kind) \(sampling) \(side)")
            }
        }
    }

    @Test(
        "where the way through red, green and blue limits colors, the file's own are nearer to it than 2 % of all levels"
    )
    func limits() throws {
        // Pure colors side by side: between them a JPEG swings beyond what red, green and blue can be.
        let size = PixelSize(width: 96, height: 64)
        let colors: [[UInt8]] = [
            [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [255, 255, 0],
        ]
        let pixels = (0..<size.area).flatMap { index -> [UInt8] in
            colors[(index % size.width / 11 + index / size.width / 9) % 6] + [255]
        }
        let path = try StillFile(
            writing: pixels,
            size,
            as: "yuvj420p",
            options: ["-q:v", "4"],
            to: "pure.jpg",
            in: folder
        ).path
        let pairs = try pairs(bytes(frame(path).picture), bytes(drawn(path)))
        let differences = pairs.map { abs(Int($0.0) - Int($0.1)) }
        let mean = Double(differences.reduce(0, +)) / Double(differences.count)
        expect(mean < 255 * 0.02, "\(mean)")
        try expect(bytes(frame(path).picture).allSatisfy { (16...240).contains($0) })
    }

    @Test("whatever is drawn over, beneath or into a picture is drawn in red, green and blue")
    func drawing() throws {
        let size = PixelSize(width: 34, height: 18)
        let path = try photograph(size, sampling: "yuvj420p")
        try expect(frame(path).tookPlanes)
        try expectEqual(frame(path, PixelSize(width: 40, height: 18)) { $0.contentMode = .center }.tookPlanes, false)
        try expectEqual(frame(path, PixelSize(width: 17, height: 9)).tookPlanes, false)
        try expectEqual(frame(path, PixelSize(width: 33, height: 17)) { $0.contentMode = .topLeft }.tookPlanes, false)
        try expectEqual(frame(path, overlay: true).tookPlanes, false)
        try expectEqual(frame(path) { $0.alpha = 0.5 }.tookPlanes, false)
        try expectEqual(frame(path) { ($0.cornerRadius, $0.clipsToBounds) = (3, true) }.tookPlanes, false)
        try expectEqual(frame(path, format: .rgba).tookPlanes, false)
        try expectEqual(frame(path, format: .yuv420p10).tookPlanes, false)
        try expect(frame(path) { $0.isOpaque = true }.tookPlanes)
    }

    @Test("gray, print and colors of a profile come by way of red, green and blue, as before")
    func others() throws {
        for sample in [EncodedSample.grayJPEG, .inkJPEG] {
            let path = try folder.write(sample.file, to: "\(sample).jpg")
            try expectEqual(bytes(frame(path).picture), bytes(drawn(path)), "\(sample)")
        }
        let picture = try Picture(size: PixelSize(width: 16, height: 16), format: .rgba) { target in
            for index in target.indices { target[index] = [200, 90, 40, 255][index % 4] }
        }
        let file = try JPEGEncoder.encode(picture, quality: 95, keepsColor: true, standard: .displayP3)
        let path = try folder.write(file, to: "p3.jpg")
        try expectEqual(bytes(frame(path).picture), bytes(drawn(path)))
    }

    @Test(
        "a photograph that is cut off or damaged is refused either way, for the same reason",
        arguments: Kind.allCases
    )
    func damage(kind: Kind) throws {
        let path = try photograph(PixelSize(width: 34, height: 34), as: kind, sampling: kind.samplings[0])
        let file = try StillFile(path).bytes()
        var generator = SeededGenerator(seed: 16)
        var files = stride(from: 1, to: file.count, by: 7).map { Array(file[..<$0]) }
        for _ in 0..<(LongTests.areWanted ? 200 : 50) {
            var copy = file
            copy[Int.random(in: 0..<file.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            files.append(copy)
        }
        for (number, file) in files.enumerated() {
            func outcome(_ takesPlanes: Bool) -> String {
                var decoder = ImageDecoder()
                decoder.takesPlanes = takesPlanes
                do throws(ImageError) {
                    return try file.withUnsafeBytes { bytes in
                        Result { () throws(ImageError) in "\(try decoder.decode(bytes).size)" }
                    }.get()
                } catch {
                    return error.description
                }
            }
            expectEqual(outcome(true), outcome(false), "file \(number), seed 16")
        }
    }
}
