import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Small files that stand for a lot of work: each is refused, or passed over, in a bounded time and memory.
///
/// The kernel holds the bounds: so many seconds of the processor, not of a clock, and so many bytes of addresses, of which
/// the program and its threads take the most. A process that needs more dies, and says nothing.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct BombTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Runs flipbook with 20 seconds of the processor and 1.5 GB of addresses.
    private func bounded(_ arguments: String...) throws -> Program.Outcome { try bounded(arguments) }

    private func bounded(_ arguments: [String]) throws -> Program.Outcome {
        try Program("bash").run(
            ["-c", "ulimit -t 20; ulimit -v 1500000; exec \"$0\" \"$@\"", Program.flipbook.name] + arguments,
            in: bench.folder.path
        )
    }

    /// A zlib stream of `count` zeros, nearly: 258 of them in 13 bits. Its checksum is none; no reader gets that far.
    private static func zeros(_ count: Int) -> [UInt8] {
        // The header of a last block with the fixed codes, a zero; then eight times "the last byte, 258 times": 104 bits.
        var bits: [Bool] = []
        func add(_ code: String) { bits += code.map { $0 == "1" } }
        add("1" + "10" + "00110000")
        // So many that the pattern begins at a byte.
        while bits.count % 8 != 0 { add("11000101" + "00000") }
        var bytes = packed(bits)
        let pattern = packed(Array(repeatElement("1100010100000".map { $0 == "1" }, count: 8).joined()))
        for _ in 0..<(count / 258 / 8) { bytes += pattern }
        return [0x78, 0x01] + bytes + [0, 0, 0, 0, 0]
    }

    private static func packed(_ bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | (bits[start + $1] ? UInt8(1) << $1 : 0) }
        }
    }

    /// A quarter of a gigabyte in 1.7 MB.
    private static let bomb = zeros(1 << 28)

    private func png(_ size: Int, data: [UInt8]? = nil, before: [PNGWriter.Chunk] = []) -> [UInt8] {
        var writer = PNGWriter(width: size, height: size)
        writer.chunksBeforeData = before
        guard let data else { return writer.file(rows: [UInt8](repeating: 7, count: writer.rowLength * size)) }
        return PNGWriter.signature + writer.header.bytes + PNGWriter.Chunk("IDAT", data).bytes
            + PNGWriter.Chunk("IEND").bytes
    }

    @Test("a PNG whose pixels go on and on behind its last row is refused before they are unpacked")
    func endlessPixels() throws {
        try bench.folder.write(png(64, data: Self.bomb), to: "a.png")
        try expectEqual(bounded("lint", "--deep", "a.png").status, 1)
        let drawn = try bounded("render", "a.png", "-o", "b.png")
        expect(
            drawn.status != 0 && drawn.errors.contains("there are more pixels after the last row"),
            "\(drawn.errors)"
        )
    }

    @Test(
        "profiles and texts of a PNG are not unpacked",
        arguments: LongTests.cases(["iCCP", "zTXt", "iTXt"], every: 2)
    )
    func endlessProfile(chunk: String) throws {
        let head = chunk == "iTXt" ? [0x61, 0, 1, 0, 0, 0] : [0x61, 0, 0] as [UInt8]
        try bench.folder.write(png(64, before: [.init(chunk, head + Self.bomb)]), to: "a.png")
        try expectEqual(bounded("render", "a.png", "-o", "b.png").status, 0)
        try expectEqual(bounded("lint", "--deep", "a.png").status, 0)
    }

    @Test("a picture that says it is larger than the limit is refused by its header, whatever follows")
    func hugeSizes() throws {
        var writer = PNGWriter(width: 30_000, height: 30_000)
        writer.bitDepth = 16
        try bench.folder.write(
            PNGWriter.signature + writer.header.bytes + PNGWriter.Chunk("IDAT", Self.zeros(1 << 16)).bytes,
            to: "a.png"
        )
        // 30,000 by 30,000 pixels of a byte, in one strip.
        try bench.folder.write(Self.tiff(width: 30_000, height: 30_000, strip: Self.zeros(1 << 16)), to: "a.tiff")
        let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0xFA, 0, 0xFA, 0, 1, 1, 0x11, 0]
        try bench.folder.write([0xFF, 0xD8] + frame + [0xFF, 0xD9], to: "a.jpg")
        for name in ["a.png", "a.tiff", "a.jpg"] {
            let outcome = try bounded("render", name, "-o", "b.png")
            expect(outcome.status != 0 && outcome.status < 128, "\(name): \(outcome.status) \(outcome.errors)")
            expect(outcome.errors.hasPrefix("error: "), "\(name)")
        }
    }

    @Test("a picture in an SVG that says it is larger than a drawing may be is refused before librsvg unpacks it")
    func pictureInSVG() throws {
        var writer = PNGWriter(width: 30_000, height: 30_000)
        let head = PNGWriter.signature + writer.header.bytes
        let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0]
        let pictures = [
            Data(head + PNGWriter.Chunk("IDAT", Self.zeros(1 << 16)).bytes).base64EncodedString(),
            Data([0xFF, 0xD8] + frame + [0xFF, 0xD9]).base64EncodedString(options: .lineLength64Characters),
            // Behind a mark without a length.
            Data([0xFF, 0xD8, 0xFF, 0x01] + frame + [0xFF, 0xD9]).base64EncodedString(),
        ]
        for (picture, mark) in zip(pictures, ["base64", "BASE64", "base64"]) {
            let drawing = """
                <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image width="9" height="9" \
                href="data:image/x;\(mark),\(picture)"/></svg>
                """
            try bench.folder.write(Array(drawing.utf8), to: "a.svg")
            let outcome = try bounded("render", "a.svg", "-o", "b.png")
            expectEqual(outcome.status, 1, "\(outcome.errors)")
            // Where librsvg is not installed, that is said.
            expect(
                outcome.errors.contains("30000x30000") || outcome.errors.contains("needs the library"),
                "\(outcome.errors)"
            )
        }
        // A picture of a fitting size is drawn.
        writer = PNGWriter(width: 3, height: 3)
        let small = Data(writer.file(rows: [UInt8](repeating: 7, count: writer.rowLength * 3))).base64EncodedString()
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image width="9" height="9" \
            href="data:image/png;base64,\(small)"/></svg>
            """
        try bench.folder.write(Array(drawing.utf8), to: "a.svg")
        let drawn = try bench.flipbook("render", "a.svg", "-o", "b.png")
        expect(drawn.status == 0 || drawn.errors.contains("needs the library"), "\(drawn.errors)")
    }

    @Test("an SVG that begins a picture and a reference hundreds of thousands of times is read once")
    func referencesInSVG() throws {
        let marks = String(repeating: "base64,&", count: 1 << 18)
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!-- \#(marks) --></svg>"#
        try bench.folder.write(Array(drawing.utf8), to: "a.svg")
        let outcome = try bounded("render", "a.svg", "-o", "b.png")
        expect(outcome.status == 0 || outcome.errors.contains("needs the library"), "\(outcome.errors)")
    }

    @Test(
        "an SVG whose elements stand for a million others is given up, whose drawing nothing else would end",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func repetitions() throws {
        var content = "<defs><g id='a0' opacity='.5'><rect width='4000' height='4000'/></g>"
        for level in 1...20 {
            content += "<g id='a\(level)'><use href='#a\(level - 1)'/><use href='#a\(level - 1)'/></g>"
        }
        let drawing =
            "<svg xmlns='http://www.w3.org/2000/svg' width='4000' height='4000'>\(content)</defs><use "
            + "href='#a20'/></svg>"
        try bench.folder.write(Array(drawing.utf8), to: "a.svg")
        let outcome = try bench.flipbook("render", "a.svg", "-o", "b.png")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        let reasons = ["drawing it takes more than 60 s of processor time", "needs the library"]
        expect(reasons.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
    }

    /// A gray 8-bit TIFF whose one strip is packed by zlib, and what stands in its directory besides.
    private static func tiff(
        width: Int,
        height: Int,
        strip: [UInt8],
        stripCount: Int = 1,
        besides: [(tag: Int, type: Int, count: Int, value: Int)] = [],
        next: Int? = nil
    ) -> [UInt8] {
        var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
            (273, 4, stripCount, 8), (277, 3, 1, 1), (278, 4, 1, stripCount > 1 ? 1 : height),
            (279, 4, stripCount, strip.count),
        ]
        entries = (entries + besides).sorted { $0.tag < $1.tag }
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let start = 8 + strip.count
        let rows = entries.flatMap {
            little($0.tag, 2) + little($0.type, 2) + little($0.count, 4) + little($0.value, 4)
        }
        return [0x49, 0x49, 42, 0] + little(start, 4) + strip + little(entries.count, 2) + rows + little(next ?? 0, 4)
    }

    @Test("a TIFF whose strip goes on forever, or whose lists do, is refused")
    func tiffs() throws {
        let small = Self.zeros(64 * 64)
        let files: [(String, [UInt8])] = [
            ("strip.tiff", Self.tiff(width: 64, height: 64, strip: Self.bomb)),
            ("strips.tiff", Self.tiff(width: 64, height: 64, strip: small, stripCount: 1 << 30)),
            ("profile.tiff", Self.tiff(width: 64, height: 64, strip: small, besides: [(34_675, 7, 0xFFFF_FFF0, 8)])),
            ("circle.tiff", Self.tiff(width: 64, height: 64, strip: small, next: 8 + small.count)),
        ]
        for (name, file) in files {
            try bench.folder.write(file, to: name)
            let outcome = try bounded("lint", "--deep", "--format", "compact", name)
            expect(outcome.status < 128, "\(name): \(outcome.status) \(outcome.errors)")
            expectEqual(outcome.errors, "", "\(name)")
        }
    }

    /// A progressive JPEG of nothing but empty blocks: two bytes a scan, and each is a walk over all its blocks.
    private static func jpeg(side: Int, scans: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
        }
        let blocks = (side / 8) * (side / 8)
        // One code of one bit for "no difference"; and fifteen of four bits for runs of 2^n empty blocks.
        let tables =
            segment(0xC4, [0x00] + [1] + [UInt8](repeating: 0, count: 15) + [0])
            + segment(0xC4, [0x10] + [0, 0, 0, 15] + [UInt8](repeating: 0, count: 12) + (0..<15).map { $0 << 4 })
        var file: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) + tables
        let sides = [UInt8(side >> 8), UInt8(side & 255)]
        file += segment(0xC2, [8] + sides + sides + [1, 1, 0x11, 0])
        file += segment(0xDA, [1, 1, 0, 0, 0, 0]) + [UInt8](repeating: 0, count: blocks / 8)
        for scan in 0..<scans {
            // Coefficient by coefficient, bit by bit: as the rules want it.
            let (coefficient, bit) = (UInt8(1 + scan % 63), 13 - scan / 63)
            let exactness = UInt8(scan < 63 ? 13 : (bit + 1) << 4 | bit)
            file += segment(0xDA, [1, 1, 0, coefficient, coefficient, exactness])
            var (bits, rest): ([Bool], Int) = ([], blocks)
            while rest > 0 {
                let exponent = min(14, Int.bitWidth - 1 - rest.leadingZeroBitCount)
                let run = min(rest, (1 << (exponent + 1)) - 1)
                for place in (0..<4).reversed() { bits.append(exponent >> place & 1 == 1) }
                for place in (0..<exponent).reversed() { bits.append((run - 1 << exponent) >> place & 1 == 1) }
                rest -= run
            }
            while bits.count % 8 != 0 { bits.append(true) }
            for start in stride(from: 0, to: bits.count, by: 8) {
                let byte = (0..<8).reduce(UInt8(0)) { $0 << 1 | (bits[start + $1] ? 1 : 0) }
                file += byte == 0xFF ? [0xFF, 0] : [byte]
            }
        }
        return file + [0xFF, 0xD9]
    }

    @Test(
        "a JPEG of few scans is decoded, and one of hundreds is refused, in however few bytes they come",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func scans() throws {
        try bench.folder.write(Self.jpeg(side: 512, scans: 20), to: "few.jpg")
        let few = try bounded("render", "few.jpg", "-o", "few.png")
        expectEqual(few.status, 0, "\(few.errors)")
        let many = Self.jpeg(side: 4096, scans: 63 * 13)
        expect(many.count < 300_000)
        try bench.folder.write(many, to: "many.jpg")
        let outcome = try bounded("render", "many.jpg", "-o", "many.png")
        expect(outcome.errors.contains("it has more than 100 scans"), "\(outcome.errors)")
        expectEqual(outcome.status, 1)
    }

    @Test(
        "a manifest that stands for more than it says is refused in one line",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func manifests() throws {
        let lines = (0..<60).map { level in
            let items = Array(repeating: level == 0 ? "x" : "*k\(level - 1)", count: 10)
            return "k\(level): &k\(level) [\(items.joined(separator: ","))]"
        }
        let texts: [(String, String)] = [
            ("laughs.yaml", lines.joined(separator: "\n")),
            ("deep.json", #"{"version":1,"animationImages":"# + String(repeating: "[", count: 200_000)),
            ("deep.yaml", String(repeating: "[", count: 200_000)),
            ("deeper.yaml", String(repeating: "- ", count: 200_000) + "a"),
        ]
        // Of 23 and of 18 MB: the one every day, both with --all.
        let large: [(String, String)] = [
            ("large.ffconcat", "ffconcat version 1.0\n" + String(repeating: "file a.png\n", count: 2 << 20)),
            ("large.yaml", "version: 1\nanimationImages: [" + String(repeating: "a,", count: 9 << 20) + "]"),
        ]
        for (name, text) in texts + LongTests.cases(large, every: 2) {
            try bench.folder.write(Array(text.utf8), to: name)
            let outcome = try bounded("export", name, "-o", "a.mp4")
            expectEqual(outcome.status, 2, "\(name): \(outcome.status) \(outcome.errors.prefix(300))")
            expect(outcome.errors.utf8.count < 1000, "\(name)")
        }
    }

    @Test(
        "archives are reported as what they are or as cut short, and not opened",
        arguments: [[0x50, 0x4B, 3, 4], [0x1F, 0x8B, 8, 0]] as [[UInt8]]
    )
    func archives(head: [UInt8]) throws {
        try bench.folder.write(head + Self.bomb, to: "a.png")
        let outcome = try bounded("render", "a.png", "-o", "b.png")
        expect(outcome.errors.contains(head[0] == 0x50 ? "ends before" : "a gzip file"), "\(outcome.errors)")
        expectEqual(outcome.status, 1)
    }

    /// Files of a few kilobytes, most of them, whose headers state what no machine has.
    private static let liars = #"""
        import struct
        def save(name, *parts): open(name, "wb").write(b"".join(parts))
        side, big = 60000, 0x7FFFFFFF
        save("bmp.bmp", b"BM", struct.pack("<IHHI", 54, 0, 0, 54), struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, 0, 0, 0, 0, 0))
        save("colors.bmp", b"BM", struct.pack("<IHHI", 54, 0, 0, 54), struct.pack("<IiiHHIIiiII", 40, 8, 8, 1, 8, 0, 0, 0, 0, 0xFFFFFFFF, 0))
        save("tga.tga", struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, side, side, 32, 0x28))
        save("ppm.ppm", b"P6 60000 60000 255\n")
        save("comments.ppm", b"P6 ", b"#a\n" * 1000000, b"1 1 255\nabc")
        save("hdr.hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n")
        save("lines.hdr", b"#?RADIANCE\n", b"A=b\n" * 1000000, b"FORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 8\n")
        save("gif.gif", b"GIF89a", struct.pack("<HHBBB", side, side, 0x80, 0, 0), bytes(6), b",", struct.pack("<HHHHB", 0, 0, 1, 1, 0), b"\2\2\x44\1\0;")
        save("webp.webp", b"RIFF", struct.pack("<I", 36), b"WEBPVP8X", struct.pack("<I", 10), b"\2\0\0\0", b"\xFF" * 6, b"ANIM", struct.pack("<I", 6), bytes(6))
        save("boxes.avif", struct.pack(">I", 20), b"ftypavif\0\0\0\0avif", (struct.pack(">I", 8) + b"free") * 200000)
        save("segments.jpg", b"\xFF\xD8", b"\xFF\xFE\0\2" * 1000000, b"\xFF\xD9")
        def dpx(name, width, height, elements):
            head = bytearray(2048)
            head[0:4], head[8:12] = b"SDPX", b"V1.0"
            struct.pack_into(">I", head, 4, 2048)
            struct.pack_into(">HHII", head, 768, 0, elements, width, height)
            struct.pack_into(">BBBBHHI", head, 800, 50, 2, 2, 10, 1, 0, 2048)
            save(name, head)
        dpx("dpx.dpx", side, side, 1)
        dpx("elements.dpx", 64, 64, 65535)
        def entry(name, kind, value): return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value
        def exr(name, right, channels=(b"B", b"G", b"R"), tiles=b"", besides=b"", flags=0, left=0):
            list = b"".join(channel + b"\0" + struct.pack("<iB3xii", 1, 0, 1, 1) for channel in channels) + b"\0"
            box = struct.pack("<iiii", left, left, right, right)
            save(name, b"\x76\x2F\x31\1", struct.pack("<I", 2 | flags), entry(b"channels", b"chlist", list), entry(b"compression", b"compression", b"\3"),
                entry(b"dataWindow", b"box2i", box), entry(b"displayWindow", b"box2i", box), entry(b"lineOrder", b"lineOrder", b"\0"),
                entry(b"pixelAspectRatio", b"float", struct.pack("<f", 1)), entry(b"screenWindowCenter", b"v2f", bytes(8)),
                entry(b"screenWindowWidth", b"float", struct.pack("<f", 1)), tiles, besides, b"\0", bytes(64))
        exr("exr.exr", side - 1)
        exr("endless.exr", big, left=-big - 1)
        exr("tiles.exr", 63, tiles=entry(b"tiles", b"tiledesc", struct.pack("<IIB", big, big, 0)), flags=0x200)
        exr("channels.exr", 63, channels=[b"c%d" % number for number in range(200000)])
        exr("entries.exr", 63, besides=b"".join(entry(b"a%d" % number, b"int", bytes(4)) for number in range(100000)))
        exr("text.exr", 63, besides=b"x\0string\0" + struct.pack("<I", big))
        """#

    @Test("headers that state sides, parts, tiles, channels, entries or colors without end are refused unpacked")
    func headers() throws {
        try bench.folder.write(Array(Self.liars.utf8), to: "liars.py")
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("liars").string,
            withIntermediateDirectories: false
        )
        let made = try Program.python.run(["../liars.py"], in: bench.folder.file("liars").string)
        try require(made.status == 0, "\(made.errors)")
        let names = try bench.names(in: "liars")
        expectEqual(names.count, 19)
        let outcome = try bounded(["lint", "--deep", "--format", "compact"] + names.map { "liars/\($0)" })
        expectEqual(outcome.status, 1)
        expectEqual(outcome.errors, "")
        // All are refused for what they are: so none was taken for a picture.
        let alone = [
            "boxes.avif", "channels.exr", "elements.dpx", "entries.exr", "gif.gif", "segments.jpg", "webp.webp",
        ]
        for words in ["10 files (", "2 files ("] + alone.map({ "\($0):1:1: error: " }) {
            expect(outcome.text.contains(words), "\(outcome.text)")
        }
    }

    @Test("an archive of thousands of pictures, all at one place in it, is read once and not for each of them")
    func archiveOfMany() throws {
        var writer = PNGWriter(width: 8, height: 8)
        writer.bitDepth = 8
        try bench.folder.write(writer.file(rows: [UInt8](repeating: 7, count: writer.rowLength * 8)), to: "a.png")
        let script = """
            import struct, zlib
            picture, count, entries = open("a.png", "rb").read(), \(LongTests.areWanted ? 20_000 : 7_500), []
            facts = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, zlib.crc32(picture), len(picture), len(picture), 11, 0)
            for number in range(count):
                name = b"f.%05d.png" % number
                entries.append(b"PK\\1\\2" + struct.pack("<H", 20) + facts + bytes(14) + name)
            first, list = b"PK\\3\\4" + facts + b"f.00000.png" + picture, b"".join(entries)
            end = struct.pack("<HHHHIIH", 0, 0, count, count, len(list), len(first), 0)
            open("a.zip", "wb").write(first + list + b"PK\\5\\6" + end)
            """
        let made = try Program.python.run(["-c", script], in: bench.folder.path)
        try require(made.status == 0, "\(made.errors)")
        let outcome = try bounded(["lint", "--format", "compact", "a.zip"])
        expect(outcome.status <= 1, "\(outcome.status): \(outcome.text)\(outcome.errors)")
    }

    @Test(
        "an animation of thousands of pictures is walked through once, and not for each of them",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func animationOfMany() throws {
        let script = """
            import struct, zlib
            def chunk(kind, bytes): return struct.pack(">I", len(bytes)) + kind + bytes + struct.pack(">I", zlib.crc32(kind + bytes))
            count, pixels = 40000, zlib.compress(bytes(5))
            parts = [b"\\x89PNG\\r\\n\\x1a\\n", chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0)), chunk(b"acTL", struct.pack(">II", count, 0))]
            for number in range(count):
                control = struct.pack(">IIIIIHHBB", max(0, 2 * number - 1), 1, 1, 0, 0, 1, 25, 0, 1)
                parts += [chunk(b"fcTL", control), chunk(b"fdAT", struct.pack(">I", 2 * number) + pixels) if number else chunk(b"IDAT", pixels)]
            # Behind a byte too many its end is found by its chunks alone.
            open("a.png", "wb").write(b"".join(parts) + chunk(b"IEND", b"") + b"x")
            """
        let made = try Program.python.run(["-c", script], in: bench.folder.path)
        try require(made.status == 0, "\(made.errors)")
        let outcome = try bounded(["lint", "--format", "compact", "a.png"])
        expect(outcome.status <= 1, "\(outcome.status): \(outcome.text)\(outcome.errors)")
    }

    @Test(
        "a manifest of a million files that are not there is judged, and its finding names a few of them",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func missingFiles() throws {
        try bench.folder.write(
            Array(("ffconcat version 1.0\n" + (0..<1_000_000).map { "file \($0)\n" }.joined()).utf8),
            to: "a.ffconcat"
        )
        let outcome = try bounded("lint", "--format", "compact", "a.ffconcat")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        expect(
            outcome.text.contains("1000000 files do not exist: 0 (line 2), 1 (line 3), 2 (line 4) and 999997 more")
        )
    }
}
