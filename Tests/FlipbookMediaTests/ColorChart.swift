import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// The 24 patches of a color chart as frames, and the numbers that ffmpeg decodes from what is made of them.
struct ColorChart {
    /// The patches of the chart that photographers use, in sRGB.
    static let patches: [UInt32] = [
        0x735244, 0xC29682, 0x627A9D, 0x576C43, 0x8580B1, 0x67BDAA, 0xD67E2C, 0x505BA6, 0xC15A63,
        0x5E3C6C, 0x9DBC40,
        0xE0A32E, 0x383D96, 0x469449, 0xAF363C, 0xE7C71F, 0xBB5695, 0x0885A1, 0xF3F3F2, 0xC8C8C8,
        0xA0A0A0, 0x7A7A79,
        0x555555, 0x343434,
    ]
    static let side = 16
    static let size = PixelSize(width: 6 * side, height: 4 * side)
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        var pixels: [UInt8] = []
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let color = Self.patches[y / Self.side * 6 + x / Self.side]
                pixels += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
            }
        }
        let picture = Picture(making: Self.size, format: .rgba) { $0.copyBytes(from: pixels) }
        let file = try PNGEncoder.encode(picture, opaque: true)
        for number in 1...2 { _ = try folder.write(file, to: "chart/c.\(number).png") }
    }

    func export(_ name: String, _ profile: EncodingRequest) async throws -> FilePath {
        let frames = try SequenceLocator().locate([folder.file("chart").string])
        _ = try await Exporter(frames: frames, settings: ExportSettings(profile)).export(
            to: folder.file(name)
        )
        return FilePath(folder.file(name).string.replacingOccurrences(of: "##", with: "00000001"))
    }

    /// The mean numbers of red, green and blue in the middle of each patch, 0 to 255.
    func decoded(_ path: FilePath) throws -> [[Double]] {
        // Light in linear numbers becomes sRGB's on its way in.
        let input = path.lastComponent.hasSuffix(".exr") ? ["-apply_trc", "iec61966_2_1"] : []
        // With its accurate rounding ffmpeg adds no error of its own; the matrix is the file's.
        let outcome = try Program("ffmpeg").run(
            ["-v", "error"] + input + [
                "-i", path.string, "-frames:v", "1", "-vf",
                "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp", "-pix_fmt", "rgb24", "-f",
                "rawvideo", "-",
            ]
        )
        let bytes = Array(outcome.output)
        try require(bytes.count == Self.size.area * 3, "\(outcome.errors)")
        return (0..<24).map { patch in
            (0..<3).map { channel in
                var sum = 0.0
                for y in 5..<11 {
                    for x in 5..<11 {
                        let place = (patch / 6 * Self.side + y) * Self.size.width + patch % 6 * Self.side + x
                        sum += Double(bytes[place * 3 + channel])
                    }
                }
                return sum / 36
            }
        }
    }

    static let wanted = patches.map { color in
        LabColor(sRGB: [Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)])
    }

    static func meanDifference(_ found: [LabColor]) -> Double {
        pairs(wanted, found).reduce(0) { $0 + $1.0.difference(from: $1.1) } / 24
    }

    /// Light in other primaries as light in BT.709's.
    static let toBT709: [ColorSpace: [[Double]]] = [
        .bt2020: [
            [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
        ],
        .displayP3: [[1.2249, -0.2247, 0], [-0.0420, 1.0419, 0], [-0.0197, -0.0786, 1.0979]],
    ]

    /// Amounts of light in other primaries.
    static func mixed(_ light: [Double], by matrix: [[Double]]) -> [Double] {
        matrix.map { (row: [Double]) -> Double in row[0] * light[0] + row[1] * light[1] + row[2] * light[2] }
    }

    static func bt709Light(_ value: Double) -> Double {
        value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }

    static func bt709Number(_ light: Double) -> Double {
        light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
    }

    static func sRGBLight(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
