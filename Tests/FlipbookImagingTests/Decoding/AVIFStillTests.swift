import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Files that libavif's own program writes, beside what its other program reads in them.
@Suite("Pictures of an AVIF", .hangLimit)
struct AVIFStillTests {
    private let folder: TemporaryDirectory
    private let size = PixelSize(width: 61, height: 37)

    init() throws {
        folder = try TemporaryDirectory()
        for hasAlpha in [false, true] {
            try write(hasAlpha ? "clear.png" : "solid.png") { x, y in
                // Fields of strong colors, so that chroma has edges.
                let color = [UInt8](repeating: UInt8((x / 7 * 53 + y / 5 * 91) % 256), count: 3)
                return [color[0], color[0] &* 3, color[0] &* 7, hasAlpha ? UInt8(40 + 3 * x) : 255]
            }
            try write(hasAlpha ? "clear-gray.png" : "solid-gray.png") { x, y in
                let value = UInt8(4 * x + y % 4)
                return [value, value, value, hasAlpha ? UInt8(40 + 3 * x) : 255]
            }
        }
    }

    private func write(_ name: String, _ color: (Int, Int) -> [UInt8]) throws {
        let pixels = (0..<size.area).flatMap { color($0 % size.width, $0 / size.width) }
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
        try folder.write(PNGEncoder.encode(picture, opaque: !name.hasPrefix("clear")), to: name)
    }

    private func run(_ program: String, _ words: [String]) throws {
        let outcome = try Program(program).run(words, in: folder.path)
        try require(outcome.status == 0, "\(words): \(outcome.errors)")
    }

    /// The channels of a file, each in 16 bits.
    private func channels(of name: String, isDeep: Bool) throws -> [Int] {
        let picture = try ImageDecoder(keepsSixteenBits: isDeep).decode(contentsOf: folder.file(name))
        try require(picture.size == size && picture.format == (isDeep ? .rgba64 : .rgba))
        return picture.withUnsafeBytes { bytes in
            isDeep ? bytes.bindMemory(to: UInt16.self).map(Int.init) : bytes.map { Int($0) * 257 }
        }
    }

    private func most(_ ours: [Int], from theirs: [Int]) throws -> Int {
        pairs(ours, theirs).map { abs($0 - $1) }.max() ?? .max
    }

    @Test(
        "gray of both ranges, 8 and 10 bits, opaque or not, is the picture that was packed",
        arguments: ["limited", "full"],
        [8, 10]
    )
    func gray(range: String, bits: Int) throws {
        for name in ["solid-gray", "clear-gray"] {
            let options = ["-y", "400", "-r", range, "-d", "\(bits)", "--min", "0", "--max", "0"]
            let alpha = ["--minalpha", "0", "--maxalpha", "0"]
            try run("avifenc", options + alpha + [name + ".png", "a.avif"])
            // What avifdec makes of it is no measure: of opaque ones of 8 bits it does not widen limited range, either.
            let ours = try channels(of: "a.avif", isDeep: bits > 8)
            try expect(most(ours, from: channels(of: name + ".png", isDeep: false)) <= 257 * 2, "\(name)")
        }
    }

    @Test(
        "chroma of half the columns and rows beside transparency is what avifdec reads",
        arguments: LongTests.cases(["420", "422", "444"], every: 2),
        [8, 10]
    )
    func transparentColors(layout: String, bits: Int) throws {
        try run("avifenc", ["-y", layout, "-d", "\(bits)", "--min", "0", "--max", "10", "clear.png", "a.avif"])
        try run("avifdec", ["a.avif", "theirs.png"])
        let level = 65_535 / (1 << bits - 1) + 1
        let ours = try channels(of: "a.avif", isDeep: bits > 8)
        try expect(most(ours, from: channels(of: "theirs.png", isDeep: bits > 8)) <= level)
    }

    /// How a stored picture is turned, mirrored and cut: which of its pixels is shown at a place.
    private func shown(turn: Int, mirror: Int?, _ stored: PixelRect) -> (
        size: PixelSize, place: (Int, Int) -> (Int, Int)
    ) {
        let (width, height) = (stored.size.width, stored.size.height)
        let isAcross = turn % 2 == 1
        let size = isAcross ? PixelSize(width: height, height: width) : stored.size
        return (
            size,
            { x, y in
                // First turned, then mirrored; so the other way round from what is shown: 0 exchanges top and bottom.
                let (x, y) = (mirror == 1 ? size.width - 1 - x : x, mirror == 0 ? size.height - 1 - y : y)
                let place = [(x, y), (width - 1 - y, x), (width - 1 - x, height - 1 - y), (y, height - 1 - x)][turn]
                return (stored.x + place.0, stored.y + place.1)
            }
        )
    }

    @Test(
        "stills and animations are turned, mirrored and cut as they say",
        arguments: LongTests.cases(
            ([(1, nil), (2, 0), (3, 1), (0, 0), (0, 1)] as [(Int, Int?)]).flatMap { way in
                [false, true].map { (way, $0) }
            },
            every: 3
        )
    )
    func turned(_ way: (turn: Int, mirror: Int?), isCut: Bool) throws {
        for (name, inputs) in [
            ("still", ["solid.png"]), ("clear", ["clear.png"]), ("film", ["solid.png", "solid.png"]),
        ] {
            let plain = ["-y", "444", "--min", "0", "--max", "10", "--speed", "10"]
            try run("avifenc", plain + inputs + ["plain.avif"])
            var options = plain
            if way.turn > 0 { options += ["--irot", "\(way.turn)"] }
            if let mirror = way.mirror { options += ["--imir", "\(mirror)"] }
            // 21 columns and 11 rows whose center lies 3 pixels to the left of the picture's and 2 below it.
            if isCut { options += ["--clap", "21,1,11,1,-3,1,2,1"] }
            try run("avifenc", options + inputs + ["a.avif"])
            let stored = try ImageDecoder().decode(contentsOf: folder.file("plain.avif"))
            let part = isCut ? PixelRect(x: 17, y: 15, width: 21, height: 11) : PixelRect(size)
            let (size, place) = shown(turn: way.turn, mirror: way.mirror, part)
            try expectEqual(ImageHeader.read(contentsOf: folder.file("a.avif")).size, size)
            let picture = try ImageDecoder().decode(contentsOf: folder.file("a.avif"))
            try require(picture.size == size)
            for index in 0..<size.area {
                let (x, y) = place(index % size.width, index / size.width)
                expectEqual(picture[index % size.width, index / size.width], stored[x, y], "\(name): \(index)")
            }
        }
    }

    @Test(
        "what libavif does not support is not called damaged, and the way to a PNG makes one",
        arguments: [10, 13, 15]
    )
    func unsupportedMatrix(matrix: UInt8) throws {
        try run("avifenc", ["solid.png", "a.avif"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.avif").string)))
        let place = try require(file.indices.first { file[$0...].starts(with: "nclx".utf8) })
        file.replaceSubrange(place + 8..<place + 10, with: [0, matrix])
        let path = try folder.write(file, to: "b.avif")
        let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(contentsOf: path) }
        guard case .notAnImage(let found)? = error?.reason, case .foreign(let converter) = found.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(found.noun, "an AVIF file that this libavif does not support (reformat failed)")
        let words = converter.split(separator: " ").map { ["IN": "b.avif", "OUT.png": "b.png"][$0] ?? String($0) }
        try run(words[0], Array(words.dropFirst()))
        try expectEqual(ImageHeader.read(contentsOf: folder.file("b.png")).size, size)
    }

    @Test("a still of the brand mif2 is read")
    func laterBrand() throws {
        try run("avifenc", ["solid.png", "a.avif"])
        try run("heif-enc", ["solid.png", "-o", "a.heic"])
        for name in ["a.avif", "a.heic"] {
            var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file(name).string)))
            let expected = try picture(file).withUnsafeBytes { Array($0) }
            file.replaceSubrange(8..<12, with: Array("mif2".utf8))
            try expectEqual(picture(file).withUnsafeBytes { Array($0) }, expected, "\(name)")
        }
    }

    @Test("a HEIF image sequence is named as one, also behind a still, and ffmpeg takes it apart as the message says")
    func sequence() throws {
        let film = ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=10:d=0.5", "-c:v", "libx265"]
        try run("ffmpeg", film + ["-x265-params", "log-level=none", "-tag:v", "hvc1", "film.mp4"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("film.mp4").string)))
        let handler = try require(file.indices.first { file[$0...].starts(with: "vide".utf8) })
        file.replaceSubrange(handler..<handler + 4, with: Array("pict".utf8))
        file.replaceSubrange(8..<12, with: Array("msf1".utf8))
        let path = try folder.write(file, to: "a.heic")
        let error = #expect(throws: ImageError.self) { try ImageHeader.read(contentsOf: path) }
        let splitter = "ffmpeg -i IN -fps_mode passthrough OUT.%04d.png"
        let found = FileContents("a HEIF image sequence", .pictures(splitter: splitter))
        expectEqual(error, ImageError(.notAnImage(found: found), path: path))
        try run("ffmpeg", ["-v", "error", "-i", "a.heic", "-fps_mode", "passthrough", "OUT.%04d.png"])
        try expectEqual(folder.names().count { $0.hasPrefix("OUT.") }, 5)

        try run("heif-enc", ["solid.png", "-o", "still.heic"])
        var still = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("still.heic").string)))
        let boxes = try still.withUnsafeBytes { try ImageDetails.read($0) }
        expect(!boxes.header.holdsSeveralPictures)
        still.replaceSubrange(8..<12, with: Array("msf1".utf8))
        still += [0, 0, 0, 8] + Array("moov".utf8)
        #expect(throws: ImageError.notAnImage(found: found)) { try still.withUnsafeBytes { try ImageHeader.read($0) } }
    }

    @Test("pictures of an animation with more pixels than the header says are refused before they are decoded")
    func largerThanSaid() throws {
        try run("avifenc", ["solid.png", "solid.png", "a.avif"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.avif").string)))
        try expectEqual(picture(file).size, size)
        // The sizes of the items and of the track, the latter in units of 1/65536.
        for (type, offset, unit) in [("ispe", 8, 1), ("tkhd", 92, 65_536)] {
            for place in file.indices.dropLast(100) where file[place...].starts(with: type.utf8) {
                for (index, side) in [5, 3].enumerated() {
                    let start = place + offset + index * 4
                    for byte in 0..<4 { file[start + byte] = UInt8(side * unit >> (24 - 8 * byte) & 255) }
                }
            }
        }
        try expectEqual(file.withUnsafeBytes { try ImageDetails.read($0).header.size }, PixelSize(width: 5, height: 3))
        let error = #expect(throws: ImageError.self) { try picture(file) }
        expectEqual(error?.code, "image.corrupt")
    }

    @Test(
        "a small picture whose header says more columns and rows is refused, and not enlarged",
        // Every day each kind of file with one of the sides.
        arguments: LongTests.cases(
            [["solid.png"], ["clear.png"], ["solid.png", "solid.png"]].flatMap { inputs in
                [16_000, 2000, 80].map { (inputs, $0) }
            },
            every: 4
        )
    )
    func enlarged(inputs: [String], side: Int) throws {
        try run("avifenc", inputs + ["a.avif"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.avif").string)))
        for (type, offset, unit) in [("ispe", 8, 1), ("tkhd", 92, 65_536)] {
            for place in file.indices.dropLast(20) where file[place...].starts(with: type.utf8) {
                for byte in 0..<8 { file[place + offset + byte] = UInt8(side * unit >> (24 - 8 * (byte % 4)) & 255) }
            }
        }
        let error = #expect(throws: ImageError.self) { try picture(file) }
        expectEqual(error?.code, "image.corrupt")
    }

    @Test("a picture that is laid together of others, which libavif does not do, is not called damaged")
    func overlay() throws {
        try run("avifenc", ["solid.png", "a.avif"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.avif").string)))
        // The type of its item, behind two bytes that protect nothing.
        let place = try require(file.indices.dropLast(20).first { file[$0...].starts(with: "infe".utf8) })
        file.replaceSubrange(place + 12..<place + 16, with: "iovl".utf8)
        let error = #expect(throws: ImageError.self) { try picture(file) }
        expectEqual(error?.errorDescription?.contains("(heif-convert IN OUT.png)"), true, "\(error as Any)")
    }

    @Test("a part of fractions of a pixel is as large as libheif shows it")
    func fractions() throws {
        try run("avifenc", ["--clap", "21,1,11,1,0,1,0,1", "solid.png", "a.avif"])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.avif").string)))
        let place = try require(file.indices.dropLast(40).first { file[$0...].starts(with: "clap".utf8) }) + 4
        // 25 1/2 columns and 12 1/4 rows in the middle.
        let numbers: [UInt8] = [51, 2, 49, 4, 0, 1, 0, 1]
        for (index, number) in numbers.enumerated() {
            file.replaceSubrange(place + index * 4..<place + index * 4 + 4, with: [0, 0, 0, number])
        }
        try folder.write(file, to: "a.avif")
        try run("heif-convert", ["a.avif", "theirs.png"])
        let theirs = try ImageDecoder().decode(contentsOf: folder.file("theirs.png"))
        expectEqual(theirs.size, PixelSize(width: 26, height: 12))
        let ours = try ImageDecoder().decode(contentsOf: folder.file("a.avif"))
        try require(ours.size == theirs.size)
        func levels(_ picture: Picture) -> [Int] { picture.withUnsafeBytes { $0.map(Int.init) } }
        // A column to the left would be a field's edge, which is 50 levels and more.
        try expect(most(levels(ours), from: levels(theirs)) <= 24)
    }

    private func picture(_ bytes: [UInt8]) throws -> Picture {
        try bytes.withUnsafeBytes { try ImageDecoder().decode($0) }
    }
}
