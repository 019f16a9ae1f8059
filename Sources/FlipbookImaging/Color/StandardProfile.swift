package import FlipbookCore

/// The color information in written files: an ICC profile, or PNG chunks.
package enum StandardProfile {
    package static let sRGB = profile(
        "sRGB",
        [[0.436_066, 0.222_488, 0.013_916], [0.385_147, 0.716_873, 0.097_076], [0.143_066, 0.060_608, 0.714_096]]
    )
    private static let displayP3 = profile(
        "Display P3",
        [[0.515_119, 0.241_189, -0.001_050], [0.291_978, 0.692_244, 0.041_879], [0.157_103, 0.066_567, 0.784_071]]
    )
    private static let bt2020 = profile(
        "BT.2020 with sRGB's curve",
        [[0.673_480, 0.279_043, -0.001_933], [0.165_671, 0.675_344, 0.029_983], [0.125_049, 0.045_613, 0.796_851]]
    )

    /// Returns the profile of Display P3 or BT.2020, or the profile of sRGB for all other standards.
    package static func icc(of standard: InputProfile.Standard) -> [UInt8] {
        [.displayP3: displayP3, .bt2020: bt2020][standard] ?? sRGB
    }

    /// Returns the equivalent PNG chunks: cICP and, for readers that do not support cICP, a profile (third edition, 11.3.2).
    package static func pngChunks(of standard: InputProfile.Standard) -> [UInt8] {
        guard let points = standard.codePoints else { return PNGChunks.chunk("sRGB", [0]) }
        let code = PNGChunks.chunk("cICP", [points.primaries, points.transfer, 0, 1])
        return code + PNGChunks.chunk("iCCP", Array(standard.rawValue.utf8) + [0, 0] + icc(of: standard).deflated)
    }

    /// Returns a profile in version 4.2 (ICC.1:2010) with sRGB's curve. Its primaries are adapted to D50.
    private static func profile(_ name: String, _ primaries: [[Double]]) -> [UInt8] {
        let transfer = TransferFunction.sRGB
        let values = [transfer.exponent, transfer.scale, transfer.offset, transfer.slope, transfer.threshold]
        // ICC's parametric curve of type 3: a power function with a linear part near 0.
        let curve = Array("para".utf8) + big(0, 4) + [0, 3, 0, 0] + values.flatMap(fixed)
        let tags: [(name: String, data: [UInt8])] = [
            ("desc", text(name)), ("cprt", text("No copyright, use freely")),
            ("wtpt", numbers("XYZ ", white)),
            ("rXYZ", numbers("XYZ ", primaries[0])),
            ("gXYZ", numbers("XYZ ", primaries[1])),
            ("bXYZ", numbers("XYZ ", primaries[2])),
            ("chad", numbers("sf32", adaptation)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, data): ([UInt8], [UInt8]) = ([], [])
        var places: [[UInt8]: Int] = [:]
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            let place = places[tag.data] ?? start + data.count
            if places[tag.data] == nil {
                places[tag.data] = place
                data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
            }
            table += Array(tag.name.utf8) + big(place, 4) + big(tag.data.count, 4)
        }
        let count = start + data.count
        var head = big(count, 4) + big(0, 4) + [4, 0x20, 0, 0] + Array("mntrRGB XYZ ".utf8)
        // The creation date, no platform, and perceptual intent.
        head += [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        head += [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
        return head + [UInt8](repeating: 0, count: 128 - head.count) + big(tags.count, 4) + table + data
    }

    private static let white = [0.964_2, 1, 0.824_9]
    private static let adaptation = [
        1.047_882, 0.022_919, -0.050_217, 0.029_587, 0.990_479, -0.017_075, -0.009_232, 0.015_076, 0.751_678,
    ]

    private static func fixed(_ number: Double) -> [UInt8] { big(Int((number * 65_536).rounded()), 4) }

    private static func numbers(_ type: String, _ values: [Double]) -> [UInt8] {
        Array(type.utf8) + big(0, 4) + values.flatMap(fixed)
    }

    private static func text(_ words: String) -> [UInt8] {
        let units = words.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return Array("mluc".utf8) + big(0, 4) + big(1, 4) + big(12, 4) + Array("enUS".utf8)
            + big(units.count, 4) + big(28, 4) + units
    }
}

extension InputProfile.Standard {
    /// The code points of a standard (ITU-T H.273, tables 2 and 3), or `nil` for sRGB.
    var codePoints: (primaries: UInt8, transfer: UInt8)? { [.displayP3: (12, 13), .bt2020: (9, 13)][self] }

    var space: NumberConversion.Space { .init(primaries: primaries, transfer: transfer) }

    package var primaries: RGBPrimaries {
        [.displayP3: .displayP3, .adobeRGB: .adobeRGB, .bt2020: .bt2020, .acesCG: .ap1, .aces: .ap0][self] ?? .bt709
    }

    package var transfer: TransferFunction {
        switch self {
        case .sRGB, .displayP3: .sRGB
        case .adobeRGB: .power(2.199_218_75)
        case .bt709, .bt2020: .camera
        case .linear, .acesCG, .aces: .linear
        }
    }
}
