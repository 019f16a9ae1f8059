import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Files that other programs write, with profiles, code points or primaries, decoded beside LittleCMS's own program and plain
/// arithmetic.
@Suite("The colors that AVIF, HEIC, JPEG XL and PNG files say", .hangLimit)
struct ColorTagTests {
    private let folder: TemporaryDirectory

    private typealias Patch = [Double]
    private static let patches: [Patch] = [20, 128, 240].flatMap { red in
        [40, 200].flatMap { green in [10, 90, 170, 250].map { [red, green, $0] } }
    }

    /// A chart of 24 patches, 4x4 pixels each.
    init() throws {
        folder = try TemporaryDirectory()
        try folder.write(PNGEncoder.encode(Self.chart, opaque: true), to: "plain.png")
    }

    private static var chart: Picture {
        Picture(making: PixelSize(width: 24, height: 16), format: .rgba) { target in
            for place in 0..<24 * 16 {
                let patch = patches[place / 24 / 4 * 6 + place % 24 / 4]
                for channel in 0..<4 { target[place * 4 + channel] = channel == 3 ? 255 : UInt8(patch[channel]) }
            }
        }
    }

    private func run(_ words: String...) throws {
        let outcome = try Program(words[0]).run(Array(words.dropFirst()), in: folder.path)
        try require(outcome.status == 0, "\(words): \(outcome.errors)")
    }

    /// The patches of a file, decoded.
    private func patches(of name: String, convertsColors: Bool = true) throws -> [Patch] {
        var decoder = ImageDecoder()
        decoder.convertsColors = convertsColors
        let picture = try decoder.decode(contentsOf: folder.file(name))
        return picture.withUnsafeBytes { bytes in
            (0..<24).map { number in
                let place = ((number / 6 * 4 + 1) * 24 + number % 6 * 4 + 1) * 4
                return (0..<3).map { Double(bytes[place + $0]) }
            }
        }
    }

    private func check(_ found: [Patch], near expected: [Patch], within tolerance: Double, _ comment: Comment) {
        expectEqual(found.count, expected.count)
        for (found, expected) in zip(found, expected) {
            let most = pairs(found, expected).map { abs($0 - $1) }.max() ?? 255
            expect(most <= tolerance, "\(comment): \(found) \(expected)")
        }
    }

    /// sRGB's numbers for light in BT.709's primaries.
    private func encoded(_ light: Patch) -> Patch {
        light.map { light in
            let light = min(1, max(0, light))
            return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
    }

    private func multiplied(_ matrix: [Patch], _ light: Patch) -> Patch {
        matrix.map { row in zip(row, light).map { $0 * $1 }.reduce(0, +) }
    }

    /// Light of Display P3's primaries in BT.709's (published with CSS Color 4).
    private static let p3: [Patch] = [
        [1.224_94, -0.224_94, 0], [-0.042_06, 1.042_06, 0], [-0.019_64, -0.078_64, 1.098_27],
    ]
    /// The same of BT.2020's (ITU-R BT.2087).
    private static let bt2020: [Patch] = [
        [1.660_49, -0.587_64, -0.072_85], [-0.124_55, 1.132_90, -0.008_35], [-0.018_15, -0.100_58, 1.118_73],
    ]

    private func sRGBLight(_ value: Double) -> Double {
        value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private func cameraLight(_ value: Double) -> Double {
        value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }

    /// What patches of Display P3 are in sRGB.
    private var ofP3: [Patch] {
        Self.patches.map { patch in encoded(multiplied(Self.p3, patch.map { sRGBLight($0 / 255) })) }
    }

    /// What patches of BT.2020 are.
    private var of2020: [Patch] {
        Self.patches.map { patch in encoded(multiplied(Self.bt2020, patch.map { cameraLight($0 / 255) })) }
    }

    @Test("code points of an AVIF")
    func avif() throws {
        try run("avifenc", "--lossless", "--cicp", "12/13/0", "plain.png", "p3.avif")
        check(try patches(of: "p3.avif"), near: ofP3, within: 1.5, "Display P3")
        check(try patches(of: "p3.avif", convertsColors: false), near: Self.patches, within: 0, "as they are")
        try run("avifenc", "--lossless", "--cicp", "9/1/0", "plain.png", "2020.avif")
        check(try patches(of: "2020.avif"), near: of2020, within: 1.5, "BT.2020")
        for sRGB in ["1/13/0", "2/2/0"] {
            try run("avifenc", "--lossless", "--cicp", sRGB, "plain.png", "sRGB.avif")
            check(try patches(of: "sRGB.avif"), near: Self.patches, within: 0, "\(sRGB)")
        }
        // Light of more than a screen's: the numbers as they are, which a note says.
        try run("avifenc", "--lossless", "--cicp", "9/16/0", "plain.png", "pq.avif")
        check(try patches(of: "pq.avif"), near: Self.patches, within: 0, "PQ")
        try expectEqual(ImageDecoder().statedColors(ofFileAt: folder.file("pq.avif")).use, .unsupported)
    }

    @Test("a JPEG XL's encoding")
    func jpegXL() throws {
        try run("convert", "plain.png", "plain.ppm")
        try run("cjxl", "-d", "0", "-x", "color_space=RGB_D65_DCI_Per_SRG", "plain.ppm", "p3.jxl")
        try expectEqual(ImageHeader.read(contentsOf: folder.file("p3.jxl")).colorTag, .codingIndependent)
        check(try patches(of: "p3.jxl"), near: ofP3, within: 1.5, "Display P3")
        try run("cjxl", "-d", "0", "plain.png", "sRGB.jxl")
        try expectEqual(ImageHeader.read(contentsOf: folder.file("sRGB.jxl")).colorTag, .sRGB)
        check(try patches(of: "sRGB.jxl"), near: Self.patches, within: 0, "sRGB")
    }

    /// A version 2 profile of Adobe RGB (1998), adapted to D50, as bytes.
    private var adobe: [UInt8] {
        func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
        }
        func xyz(_ values: Patch) -> [UInt8] {
            Array("XYZ ".utf8) + big(0) + values.flatMap { big(Int(($0 * 65_536).rounded())) }
        }
        let curve = Array("curv".utf8) + big(0) + big(1) + big(563, 2) + [0, 0]
        let name = Array("desc".utf8) + big(0) + big(5) + Array("test\0".utf8) + [UInt8](repeating: 0, count: 78) + [0]
        let tags: [(String, [UInt8])] = [
            ("desc", name), ("cprt", Array("text".utf8) + big(0) + Array("none".utf8)),
            ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz([0.60974, 0.31111, 0.01947])),
            ("gXYZ", xyz([0.20528, 0.62567, 0.06087])), ("bXYZ", xyz([0.14919, 0.06322, 0.74457])),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, data): ([UInt8], [UInt8]) = ([], [])
        for (name, value) in tags {
            table += Array(name.utf8) + big(132 + 12 * tags.count + data.count) + big(value.count)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        let count = 132 + table.count + data.count
        var head = big(count) + Array("none".utf8) + big(0x0240_0000) + Array("mntrRGB XYZ ".utf8)
        head += [7, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        head += [63_190, 65_536, 54_061].flatMap { big($0) }
        return head + [UInt8](repeating: 0, count: 128 - head.count) + big(tags.count) + table + data
    }

    /// What the patches are by LittleCMS's own program.
    private func converted() throws -> [Patch] {
        let text = Self.patches.map { $0.map { "\(Int($0))" }.joined(separator: " ") + "\n" }.joined()
        try folder.write(Array(text.utf8), to: "patches.txt")
        let outcome = try Program("sh").run(
            ["-c", "transicc -n -t 0 -i adobe.icc -o '*sRGB' < patches.txt"],
            in: folder.path
        )
        let numbers = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try require(numbers.count == 72, "\(outcome.errors)")
        return stride(from: 0, to: 72, by: 3).map { numbers[$0..<$0 + 3].map { min(255, max(0, $0)).rounded() } }
    }

    @Test("ICC profiles of AVIF, HEIC and JPEG XL, as LittleCMS's own program applies them")
    func profiles() throws {
        try folder.write(adobe, to: "adobe.icc")
        let expected = try converted()
        try run(
            "convert",
            "plain.png",
            "-define",
            "png:color-type=2",
            "+profile",
            "*",
            "-profile",
            "adobe.icc",
            "a.png"
        )
        try run("avifenc", "--lossless", "--icc", "adobe.icc", "plain.png", "a.avif")
        try expectEqual(ImageHeader.read(contentsOf: folder.file("a.avif")).colorTag, .iccProfile)
        check(try patches(of: "a.avif"), near: expected, within: 1, "AVIF")
        try run("heif-enc", "-L", "-p", "chroma=444", "a.png", "-o", "a.heic")
        try expectEqual(ImageHeader.read(contentsOf: folder.file("a.heic")).colorTag, .iccProfile)
        check(try patches(of: "a.heic"), near: expected, within: 5, "HEIC")
        try run("cjxl", "-d", "0", "a.png", "a.jxl")
        check(try patches(of: "a.jxl"), near: expected, within: 1, "JPEG XL")
        // A profile by name comes before the file's own.
        let named = try SourceColors(profile: .standard(.sRGB))
        let decoder = ImageDecoder(codecs: .standard.reading(named))
        let overruled = try decoder.decode(contentsOf: folder.file("a.avif"))
        expectEqual(overruled.withUnsafeBytes { Array($0) }, Self.chart.withUnsafeBytes { Array($0) })
    }

    /// The chart as a PNG with chunks before its pixels.
    private func png(_ chunks: [(String, [UInt32])]) throws -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) } }
        func checksum(_ bytes: [UInt8]) -> UInt32 {
            ~bytes.reduce(~0 as UInt32) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
        }
        let bytes = try PNGEncoder.encode(Self.chart, opaque: true)
        // The signature and the header come first; whatever the encoder says of colors is left out.
        var (result, offset) = (Array(bytes[..<33]), 33)
        for (name, numbers) in chunks {
            let payload = numbers.flatMap(big)
            let content = Array(name.utf8) + payload
            result += big(UInt32(payload.count)) + content + big(checksum(content))
        }
        while offset < bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            if ["IDAT", "IEND"].contains(name) { result += bytes[offset..<offset + 12 + length] }
            offset += 12 + length
        }
        return result
    }

    @Test("primaries and a power law of a PNG (cHRM and gAMA), unless stronger words are there")
    func chromaticities() throws {
        // White, red, green and blue of Display P3.
        let p3: [UInt32] = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
        for power: UInt32 in [45_455, 55_556, 100_000] {
            let expected = Self.patches.map { patch in
                encoded(multiplied(Self.p3, patch.map { pow($0 / 255, 100_000 / Double(power)) }))
            }
            try folder.write(png([("gAMA", [power]), ("cHRM", p3)]), to: "a.png")
            check(try patches(of: "a.png"), near: expected, within: 1.5, "\(power)")
        }
        try expectEqual(ImageDecoder().statedColors(ofFileAt: folder.file("a.png")).use, .converted)
        // Without a power law, and beside sRGB, primaries count for nothing.
        try folder.write(png([("cHRM", p3)]), to: "b.png")
        check(try patches(of: "b.png"), near: Self.patches, within: 0, "cHRM alone")
        let plain: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
        try folder.write(png([("gAMA", [45_455]), ("cHRM", plain)]), to: "c.png")
        check(try patches(of: "c.png"), near: Self.patches, within: 0, "sRGB's own")
        // Nothing that spans colors.
        try folder.write(png([("gAMA", [45_455]), ("cHRM", [31_270, 32_900, 1, 1, 1, 1, 1, 1])]), to: "d.png")
        check(try patches(of: "d.png"), near: Self.patches, within: 0, "nothing")
    }
}
