/// The ICC profile of sRGB (IEC 61966-2-1) that is written into files which have no other word for it.
package enum StandardProfile {
    /// The profile: version 4.2 (ICC.1:2010), with sRGB's curve as numbers, and primaries adapted to D50.
    package static let sRGB: [UInt8] = {
        let curve = parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        let tags: [(name: String, data: [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No copyright, use freely")),
            ("wtpt", numbers("XYZ ", white)),
            ("rXYZ", numbers("XYZ ", [0.436_066, 0.222_488, 0.013_916])),
            ("gXYZ", numbers("XYZ ", [0.385_147, 0.716_873, 0.097_076])),
            ("bXYZ", numbers("XYZ ", [0.143_066, 0.060_608, 0.714_096])),
            // Bradford's adaptation from D65.
            (
                "chad",
                numbers(
                    "sf32",
                    [
                        1.047_882, 0.022_919, -0.050_217, 0.029_587, 0.990_479, -0.017_075, -0.009_232, 0.015_076,
                        0.751_678,
                    ]
                )
            ),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, data): ([UInt8], [UInt8]) = ([], [])
        var places: [[UInt8]: Int] = [:]
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            // Three curves are one.
            let place = places[tag.data] ?? start + data.count
            if places[tag.data] == nil {
                places[tag.data] = place
                data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
            }
            table += Array(tag.name.utf8) + big(place) + big(tag.data.count)
        }
        let count = start + data.count
        var head = big(count) + big(0) + [4, 0x20, 0, 0] + Array("mntrRGB XYZ ".utf8)
        // The day that it was made, no platform, and the intent of pictures.
        head += [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        head += [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
        return head + [UInt8](repeating: 0, count: 128 - head.count) + big(tags.count) + table + data
    }()

    private static let white = [0.964_2, 1, 0.824_9]

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    /// A number of 16 bits before and 16 behind the point.
    private static func fixed(_ number: Double) -> [UInt8] { big(Int((number * 65_536).rounded())) }

    private static func numbers(_ type: String, _ values: [Double]) -> [UInt8] {
        Array(type.utf8) + big(0) + values.flatMap(fixed)
    }

    /// A power with a line below, the third of ICC's kinds of curves.
    private static func parametric(_ values: [Double]) -> [UInt8] {
        Array("para".utf8) + big(0) + [0, 3, 0, 0] + values.flatMap(fixed)
    }

    /// A text in English, in UTF-16.
    private static func text(_ words: String) -> [UInt8] {
        let units = words.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(units.count) + big(28) + units
    }
}
