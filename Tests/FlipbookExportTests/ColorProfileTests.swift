import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The colors of a profile become sRGB's")
struct ColorProfileTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        let charts = try Self.charts.get()
        for name in try charts.names() {
            try FileManager.default.copyItem(
                atPath: charts.file(name).string,
                toPath: bench.folder.file(name).string
            )
        }
    }

    /// A chart of 24 patches, 4x4 pixels each, in the numbers of another space; and the space's profile, made by Pillow's
    /// LittleCMS.
    private static let charts = Result {
        let folder = try TemporaryDirectory()
        let script = """
            import struct
            from PIL import Image
            def xyz(tag, x, y, z): return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(v * 65536) for v in (x, y, z)))
            def curve(gamma): return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
            def text(kind, words):
                data = words.encode()
                if kind == b"desc": return b"desc" + bytes(4) + struct.pack(">I", len(data) + 1) + data + bytes(1 + 8 + 3 + 67)
                return b"text" + bytes(4) + data + bytes(1)
            def profile(space, tags):
                tags = [(b"desc", text(b"desc", "test")), (b"cprt", text(b"text", "none")), (b"wtpt", xyz(b"", 0.9642, 1, 0.8249))] + tags
                offset, table, data = 128 + 4 + 12 * len(tags), b"", b""
                for name, value in tags:
                    value += bytes(-len(value) % 4)
                    table += struct.pack(">4sII", name, offset + len(data), len(value))
                    data += value
                head = struct.pack(">I4sI4s4s4s", offset + len(data), b"none", 0x02400000, b"mntr", space, b"XYZ ")
                head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
                return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + data
            # Adobe RGB (1998) and Display P3, adapted to D50.
            adobe = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
            p3 = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)]
            def matrix(colors, gamma):
                names = zip((b"rXYZ", b"gXYZ", b"bXYZ"), colors)
                return profile(b"RGB ", [(n, xyz(b"", *c)) for n, c in names] + [(n, curve(gamma)) for n in (b"rTRC", b"gTRC", b"bTRC")])
            profiles = {"adobe": matrix(adobe, 2.19921875), "p3": matrix(p3, 2.2)}
            patches = [(r, g, b) for r in (20, 128, 240) for g in (40, 200) for b in (10, 90, 170, 250)]
            chart = Image.new("RGBA", (24, 16))
            for n, color in enumerate(patches):
                chart.paste(color + (255,), (n % 6 * 4, n // 6 * 4, n % 6 * 4 + 4, n // 6 * 4 + 4))
            for name, data in profiles.items():
                open(name + ".icc", "wb").write(data)
                chart.save(name + ".png", icc_profile=data)
                chart.convert("RGB").save(name + ".tif", icc_profile=data)
                chart.convert("RGB").save(name + ".webp", icc_profile=data, lossless=True)
                chart.convert("RGB").save(name + ".jpg", icc_profile=data, quality=100, subsampling=0)
            chart.save("plain.png")
            chart.convert("L").save("gray.png", icc_profile=profile(b"GRAY", [(b"kTRC", curve(1.0))]))
            damaged = bytearray(profiles["p3"]); damaged[36:40] = b"none"
            chart.save("damaged.png", icc_profile=bytes(damaged))
            open("patches.txt", "w").write("".join("%d %d %d\\n" % p for p in patches))
            """
        let outcome = try Program("/usr/bin/python3").run(["-c", script], in: folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
        return folder
    }

    /// The patches of a picture that `render` makes of a file, 8 bits per channel.
    private func patches(of name: String) throws -> [[Int]] {
        let outcome = try bench.flipbook("render", name, "-o", "out.png", "--overwrite")
        try require(outcome.status == 0, "\(outcome.errors)")
        return try drawnPatches()
    }

    private func drawnPatches() throws -> [[Int]] {
        let pixels = try StillFile(bench.folder.file("out.png")).pixels()
        return (0..<24).map { number in
            let place = ((number / 6 * 4 + 1) * 24 + number % 6 * 4 + 1) * 4
            return pixels[place..<place + 3].map { Int($0) }
        }
    }

    /// The same patches, converted by LittleCMS's own program.
    private func converted(by profile: String) throws -> [[Int]] {
        let outcome = try Program("sh").run(
            ["-c", "transicc -n -t 0 -i \(profile).icc -o '*sRGB' < patches.txt"],
            in: bench.folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let numbers = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        return stride(from: 0, to: numbers.count - 2, by: 3).map { place in
            numbers[place..<place + 3].map { Int(max(0, min(255, $0)).rounded()) }
        }
    }

    @Test(
        "24 patches come out as LittleCMS's own program has them",
        // TIFF is one of those whose profile is overruled.
        arguments: LongTests.cases(
            ["adobe", "p3"].flatMap { space in ["png", "tif", "webp", "jpg"].map { (space, $0) } },
            every: 5
        )
    )
    func chart(space: String, ending: String) throws {
        let (found, expected) = (try patches(of: "\(space).\(ending)"), try converted(by: space))
        try require(expected.count == 24, "\(expected)")
        for (found, expected) in pairs(found, expected) {
            let most = pairs(found, expected).map { abs($0 - $1) }.max() ?? 255
            expect(most <= (ending == "jpg" ? 4 : 1), "\(found) \(expected)")
        }
        try expect(patches(of: "plain.png") != found)
    }

    @Test("a profile by name or by file overrules what the file says", arguments: ["adobe.icc", "adobe-rgb"])
    func override(profile: String) throws {
        let expected = try converted(by: "adobe")
        for name in LongTests.cases(["plain.png", "p3.png", "p3.tif", "p3.webp"], every: 2) {
            let outcome = try bench.flipbook("render", name, "-o", "out.png", "--overwrite", "--input-profile", profile)
            expectEqual(outcome.status, 0)
            expect(outcome.errors.isEmpty, "\(outcome.errors)")
            for (found, expected) in pairs(try drawnPatches(), expected) {
                expect(pairs(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(name): \(found) \(expected)")
            }
        }
    }

    @Test("a note says what became of the colors")
    func notes() throws {
        let converted = try bench.flipbook("render", "p3.png", "-o", "a.png")
        expectEqual(
            converted.errors,
            "note: The frame has a color profile: the colors are converted to sRGB.\n",
            "\(converted.errors)"
        )
        let damaged = try bench.flipbook("render", "damaged.png", "-o", "b.png")
        expectEqual(damaged.status, 0)
        expect(damaged.errors.contains("a color profile that is damaged"), "\(damaged.errors)")
        try expectEqual(patches(of: "damaged.png"), patches(of: "plain.png"))
        try expect(bench.flipbook("render", "plain.png", "-o", "c.png").errors.isEmpty)
    }

    @Test("a profile of gray holds for gray pictures")
    func gray() throws {
        // Half of the light is 188 of 255 by sRGB's curve.
        let shown = try patches(of: "gray.png").map { $0[0] }
        let plain = try Program("/usr/bin/python3").run(
            [
                "-c",
                "from PIL import Image\np=Image.open('gray.png')\nprint(*[p.getpixel((n%6*4+1,n//6*4+1)) for n in range(24)])",
            ],
            in: bench.folder.path
        )
        let light = plain.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try require(light.count == 24)
        for (shown, light) in pairs(shown, light) {
            let linear = light / 255
            let value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
            expect(abs(Double(shown) - 255 * value) <= 1.5, "\(light)")
        }
    }

    /// Pictures with profiles that do not fit them, in each format that has profiles.
    private func spoil() throws -> [String] {
        let script = """
            import struct, zlib
            from PIL import Image
            whole = open("p3.icc", "rb").read()
            unsigned = bytearray(whole); unsigned[36:40] = b"none"
            inks = bytearray(whole); inks[16:20] = b"CMYK"
            chart = Image.open("plain.png").convert("RGB")
            for ending in ("png", "jpg", "tif", "webp", "avif"):
                for name, data in dict(unsigned=bytes(unsigned), cut=whole[:200], inks=bytes(inks)).items():
                    try: chart.save(name + "." + ending, icc_profile=data)
                    except (OSError, ValueError): continue
                    print(name + "." + ending)
            file = open("p3.png", "rb").read()
            place = file.index(b"iCCP")
            count = struct.unpack(">I", file[place - 4:place])[0]
            data = bytearray(file[place + 4:place + 4 + count]); data[count // 2] ^= 0x55
            end = place + 4 + count
            open("checksum.png", "wb").write(file[:place + 4] + data + file[end:])
            stream = struct.pack(">I", zlib.crc32(b"iCCP" + data))
            open("stream.png", "wb").write(file[:place + 4] + data + stream + file[end + 4:])
            print("checksum.png", "stream.png")
            """
        let outcome = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test("a profile that is damaged or of other channels is found by the header, and only as that")
    func findings() async throws {
        let names = try spoil()
        expect(names.count >= 12, "\(names)")
        // Every day each kind of damage, and most of the formats.
        for name in LongTests.cases(names, every: 4) {
            let rule = name.hasPrefix("inks") ? "color.profile-of-other-channels" : "color.profile-damaged"
            let evidence = try LintInput.evidence(for: [bench.folder.file(name).string])
            for depth in [EvidenceLevel.headers, .pixels] {
                let found = try await Linter(deepest: depth).lint(evidence).findings.map(\.rule.rawValue)
                    .filter { $0.hasPrefix("color.") || $0.hasPrefix("load.") }
                expectEqual(found, [rule], "\(name): \(found)")
            }
            let shown = try bench.flipbook("render", name, "-o", "out.png", "--overwrite")
            let words = name.hasPrefix("inks") ? "of an unsupported kind" : "that is damaged"
            expect(
                shown.errors.contains("a color profile \(words); the colors are treated as sRGB"),
                "\(name): \(shown.errors)"
            )
        }
        for name in LongTests.cases(["adobe.jpg", "adobe.png", "adobe.tif", "adobe.webp", "gray.png"], every: 2) {
            try expect(bench.flipbook("lint", name).text.contains("1 still: no findings in names"), "\(name)")
        }
    }

    @Test("light beyond white is found by the header", arguments: [(UInt8(16), "PQ"), (18, "HLG"), (13, nil)])
    func lightBeyondWhite(transfer: UInt8, curve: String?) throws {
        var writer = PNGWriter(width: 1, height: 1, colorType: 2)
        writer.chunksBeforeData = [.init("cICP", [9, transfer, 0, 1])]
        try bench.folder.write(writer.file(rows: [55, 55, 55]), to: "light.png")
        let linted = try bench.flipbook("lint", "light.png").text
        let words = curve.map {
            "has HDR colors (\($0)), which are not mapped to the range of a screen; "
        }
        expectEqual(linted.contains("color.high-dynamic-range"), (curve != nil), "\(linted)")
        if let words { expect(linted.contains(words + "the values are treated as sRGB."), "\(linted)") }
    }

    @Test("play tells of a profile that has no effect")
    func playing() throws {
        let played = try bench.flipbook("play", "damaged.png", "--sink", "fakesink", "--repeat", "1")
        expect(played.errors.contains("a color profile that is damaged"), "\(played.errors)")
    }

    @Test("diff tells of a profile that has no effect, and whose it is")
    func comparing() throws {
        let compared = try bench.flipbook("diff", "damaged.png", "plain.png")
        expect(
            compared.errors.contains(
                "note: damaged.png: The frame has a color profile that is damaged; the colors are treated as"
            ),
            "\(compared.errors)"
        )
        expect(!compared.errors.contains("plain.png: "), "\(compared.errors)")
    }

    @Test("a gamma alone is called one in the note, which says how to keep the stored values")
    func gammaNote() throws {
        var writer = PNGWriter(width: 1, height: 1, colorType: 2)
        writer.chunksBeforeData = [.init("gAMA", [0, 1, 0x86, 0xA0])]
        try bench.folder.write(writer.file(rows: [55, 55, 55]), to: "light.png")
        let rendered = try bench.flipbook("render", "light.png", "-o", "out.png")
        let note =
            "note: The frame has a gamma other than sRGB's: the colors are converted to sRGB. "
            + "To keep the stored values, use --input-profile srgb.\n"
        expectEqual(rendered.errors, note, "\(rendered.errors)")
    }

    @Test("frames of other profiles, and without any, are told of by their names")
    func mixed() throws {
        for (number, name) in ["p3", "adobe", "p3", "plain", "p3"].enumerated() {
            try FileManager.default.copyItem(
                atPath: bench.folder.file("\(name).png").string,
                toPath: bench.folder.file("mix.000\(number + 1).png").string
            )
        }
        let linted = try bench.flipbook("lint", "mix.####.png").text
        expect(linted.contains("mix.0002.png") && linted.contains("mix.0004.png"), "\(linted)")
        let exported = try bench.flipbook("export", "mix.####.png", "-o", "mix.mkv")
        expect(exported.errors.contains("4 of 5 frames have a color profile of 2 kinds"), "\(exported.errors)")
        let silent = "1 of 5 frames does not specify colors; sRGB is assumed (mix.0004.png)"
        expect(exported.errors.contains(silent), "\(exported.errors)")
    }
}
