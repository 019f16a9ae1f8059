import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Scene-linear pictures")
struct SceneLinearTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Three lights of one pixel.
    private typealias Light = [Double]

    private let lights: [Light] = [
        [0.18, 0.18, 0.18], [0.5, 0.1, 0.02], [0.05, 0.4, 0.1], [0.02, 0.06, 0.6], [1.5, 0.2, 0.1], [0.3, 0.3, 0.25],
        [0, 0, 0], [1, 1, 1],
    ]

    private func exr(primaries: [Float]? = nil) -> [UInt8] {
        let channels = ["R", "G", "B"].enumerated().map { index, name in (name, lights.map { Float($0[index]) }) }
        return EXRWriter.file(width: lights.count, height: 1, channels: channels, primaries: primaries)
    }

    private func picture(_ bytes: [UInt8], _ colors: SourceColors = SourceColors()) throws -> Picture {
        let decoder = ImageDecoder(keepsSixteenBits: true, codecs: ImageCodecs.standard.reading(colors))
        return try bytes.withUnsafeBytes { try decoder.decode($0) }
    }

    private func colors(of picture: Picture) throws -> [Light] {
        try require(picture.format == .rgba64)
        return picture.withUnsafeBytes { bytes in
            let values = bytes.bindMemory(to: UInt16.self)
            return (0..<picture.size.area).map { pixel in (0..<3).map { Double(values[pixel * 4 + $0]) / 65_535 } }
        }
    }

    /// sRGB's curve (IEC 61966-2-1), what is outside clipped.
    private func encoded(_ light: Double) -> Double {
        let light = min(1, max(0, light))
        return light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private func check(_ found: [Light], shows expected: [Light], within tolerance: Double = 2.0 / 65_535) {
        expectEqual(found.count, expected.count)
        for (found, expected) in zip(found, expected) {
            let most = pairs(found, expected.map(encoded)).map { abs($0 - $1) }.max() ?? 1
            expect(most <= tolerance, "\(found), not \(expected.map(encoded)) of \(expected)")
        }
    }

    @Test("a stop of exposure doubles the light", arguments: [-3.0, -0.5, 0, 1, 2.25])
    func exposure(stops: Double) throws {
        let picture = try picture(exr(), SourceColors(exposure: stops))
        let expected = lights.map { light in light.map { $0 * exp2(stops) } }
        try check(colors(of: picture), shows: expected)
        expectEqual(picture.lightLoss.clippedCount, expected.count { $0.contains { $0 > 1.000_001 } })
    }

    /// ACEScg to light in BT.709's primaries, as published by the Academy, Bradford's adaptation of white counted in.
    private static let acesCG: [[Double]] = [
        [1.705_05, -0.621_79, -0.083_26], [-0.130_26, 1.140_80, -0.010_55], [-0.024_00, -0.128_97, 1.152_97],
    ]
    /// The same of ACES 2065-1.
    private static let aces: [[Double]] = [
        [2.521_69, -1.134_13, -0.387_56], [-0.276_48, 1.372_72, -0.096_24], [-0.015_38, -0.152_98, 1.168_35],
    ]

    private func multiplied(_ matrix: [[Double]]) -> [Light] {
        lights.map { light in matrix.map { row in zip(row, light).map { $0 * $1 }.reduce(0, +) } }
    }

    @Test("the chromaticities of a file count, and ACEScg by name is the same")
    func primaries() throws {
        let ap1: [Float] = [0.713, 0.293, 0.165, 0.830, 0.128, 0.044, 0.32168, 0.33767]
        let stated = try colors(of: picture(exr(primaries: ap1)))
        try check(stated, shows: multiplied(Self.acesCG), within: 0.0005)
        let named = try SourceColors(profile: .standard(.acesCG))
        try expectEqual(colors(of: picture(exr(), named)), stated)
        try check(
            colors(of: picture(exr(primaries: ap1), SourceColors(profile: .standard(.aces)))),
            shows: multiplied(Self.aces),
            within: 0.0008
        )
    }

    @Test("chromaticities that span no colors are passed over")
    func flatPrimaries() throws {
        let flat: [Float] = [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3127, 0.329]
        try expectEqual(colors(of: picture(exr(primaries: flat))), colors(of: picture(exr())))
        let nothing = [Float](repeating: 0, count: 8)
        try expectEqual(colors(of: picture(exr(primaries: nothing))), colors(of: picture(exr())))
    }

    @Test("numbers that are no light but another standard's become light first")
    func encodedNumbers() throws {
        let colors = try colors(of: picture(exr(), SourceColors(profile: .standard(.sRGB))))
        for (found, number) in pairs(colors, lights) {
            for (found, number) in pairs(found, number) { expect(abs(found - min(1, number)) < 0.0002) }
        }
    }

    @Test("a lookup table takes the light, exposed and in BT.709's primaries, and its result is shown as it is")
    func lookup() throws {
        // A square root over 0...4 in 4097 steps.
        let lines = (0...4096).map { "\(sqrt(Double($0) / 1024) / 2) " }.map { "\($0)\($0)\($0)\n" }.joined()
        let text = "LUT_1D_SIZE 4097\nDOMAIN_MAX 4 4 4\n" + lines
        let file = try folder.write(Array(text.utf8), to: "root.cube")
        let picture = try picture(exr(), SourceColors(exposure: 1, lookupTable: file))
        for (found, light) in pairs(try colors(of: picture), lights) {
            for (found, light) in pairs(found, light) { expect(abs(found - sqrt(light * 2) / 2) < 0.001, "\(light)") }
        }
        expectEqual(picture.lightLoss.clippedCount, 0)
        try expectEqual(self.picture(exr(), SourceColors(exposure: 2, lookupTable: file)).lightLoss.clippedCount, 1)
    }

    /// A DPX of one row of gray numbers of 10 bits.
    private func dpx(_ numbers: [Int], transfer: UInt8) -> [UInt8] {
        var file = [UInt8](repeating: 0, count: 2048)
        func set(_ offset: Int, _ value: Int, count: Int) {
            for byte in 0..<count { file[offset + byte] = UInt8(truncatingIfNeeded: value >> ((count - 1 - byte) * 8)) }
        }
        file.replaceSubrange(0..<4, with: Array("SDPX".utf8))
        set(4, 2048, count: 4)
        set(770, 1, count: 2)
        set(772, numbers.count, count: 4)
        set(776, 1, count: 4)
        (file[800], file[801], file[803]) = (50, transfer, 10)
        set(804, 1, count: 2)
        set(808, 2048, count: 4)
        for number in numbers {
            let word = number << 22 | number << 12 | number << 2
            file += (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - $0 * 8)) }
        }
        return file
    }

    @Test(
        "the rate and the time code of a DPX's headers for film and television are those of its picture",
        arguments: [
            (Float(24), Float.nan, UInt32(0x0100_0012), "24 01:00:00:12"),
            (.nan, 23.976, 0x2359_5901, "24000/1001 23:59:59:01"), (0, 29.97, 0x0000_0142, "30000/1001 00:00:01;02"),
            (.nan, 12.5, .max, "25/2 -"), (.infinity, -1, 0, "- -"),
        ] as [(Float, Float, UInt32, String)]
    )
    func headerTimes(film: Float, television: Float, code: UInt32, expected: String) throws {
        var file = dpx([1, 2], transfer: 0)
        for (place, word) in [(1724, film.bitPattern), (1940, television.bitPattern), (1920, code)] {
            for byte in 0..<4 { file[place + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte)) }
        }
        let header = try file.withUnsafeBytes { try ImageHeader.read($0) }
        let found = [header.frameRate?.description, header.timeCode?.description].map { $0 ?? "-" }
        expectEqual(found.joined(separator: " "), expected)
    }

    @Test("film's densities above white are seen at a lower exposure, and go into a lookup table as they are")
    func density() throws {
        let numbers = [95, 300, 685, 800, 1023]
        let black = pow(10, -590 * 0.002 / 0.6)
        let expected = numbers.map { number in
            [Double](repeating: (pow(10, Double(number - 685) * 0.002 / 0.6) - black) / (1 - black) / 16, count: 3)
        }
        let dark = try picture(dpx(numbers, transfer: 1), SourceColors(exposure: -4))
        try check(colors(of: dark), shows: expected)
        expectEqual(dark.lightLoss.clippedCount, 0)
        try expectEqual(picture(dpx(numbers, transfer: 1)).lightLoss.clippedCount, 2)
        let identity = try folder.write(Array("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8), to: "identity.cube")
        let looked = try colors(of: picture(dpx(numbers, transfer: 1), SourceColors(lookupTable: identity)))
        for (found, number) in pairs(looked, numbers) { expect(abs(found[0] - Double(number) / 1023) < 0.0001) }
    }

    @Test("levels are for the numbers of a DPX, before these are light or looked up")
    func levels() throws {
        let half = try SourceColors(levels: ValueRange(black: 0, white: 512))
        let light = try picture(dpx([0, 256, 512, 900], transfer: 2), half)
        try check(colors(of: light), shows: [0, 0.5, 1, 1].map { [Double](repeating: $0, count: 3) })
        let identity = try folder.write(Array("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8), to: "identity.cube")
        let film = try SourceColors(lookupTable: identity, levels: ValueRange(black: 95, white: 685))
        let looked = try colors(of: picture(dpx([95, 390, 685, 1023], transfer: 1), film))
        for (found, part) in pairs(looked, [0, 0.5, 1, 1]) { expect(abs(found[0] - part) < 0.0001) }
    }

    @Test("a PNG of light is exposed, too, where a profile says that it is one")
    func linearPNG() throws {
        let values: [UInt16] = [0, 600, 6000, 30_000, 65_535]
        let source = Picture(making: PixelSize(width: 5, height: 1), format: .rgba64) { target in
            for (place, value) in values.enumerated() {
                for channel in 0..<4 {
                    target.storeBytes(
                        of: channel == 3 ? 40_000 : value,
                        toByteOffset: place * 8 + channel * 2,
                        as: UInt16.self
                    )
                }
            }
        }
        let png = try PNGEncoder.encode(source, opaque: false)
        try expectEqual(picture(png).withUnsafeBytes { Array($0) }, source.withUnsafeBytes { Array($0) })
        let shown = try picture(png, SourceColors(exposure: 1, profile: .standard(.linear)))
        try check(colors(of: shown), shows: values.map { [Double](repeating: Double($0) / 65_535 * 2, count: 3) })
        expectEqual(shown.lightLoss.clippedCount, 1)
        expectEqual(shown.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 6, as: UInt16.self) }, 40_000)
    }

    @Test("a Radiance file's own primaries count")
    func radiance() throws {
        func file(_ primaries: String) -> [UInt8] {
            Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\(primaries)\n-Y 1 +X 1\n".utf8) + [200, 100, 50, 128]
        }
        let plain = try colors(of: picture(file("")))
        try check(plain, shows: [[200.0 / 256, 100.0 / 256, 50.0 / 256]])
        let same = "PRIMARIES= 0.64 0.33 0.30 0.60 0.15 0.06 0.3127 0.3290\n"
        try expectEqual(colors(of: picture(file(same))), plain)
        let wide = "PRIMARIES= 0.713 0.293 0.165 0.830 0.128 0.044 0.32168 0.33767\n"
        let light = [200.0 / 256, 100.0 / 256, 50.0 / 256]
        let expected = Self.acesCG.map { row in zip(row, light).map { $0 * $1 }.reduce(0, +) }
        try check(colors(of: picture(file(wide))), shows: [expected], within: 0.0005)
    }

    @Test("what is no profile is refused by its name")
    func badProfile() throws {
        let path = try folder.write(Array("no profile".utf8), to: "a.icc")
        let error = try #require(throws: SourceColorsError.self) { try SourceColors(profile: .file(path)) }
        expectEqual(error, .profile(path, "it is not an ICC profile"))
        #expect(throws: SourceColorsError.self) { try SourceColors(profile: .file(folder.file("b.icc"))) }
    }
}
