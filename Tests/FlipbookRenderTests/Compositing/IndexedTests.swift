import CImageKernels
import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

@Suite("Pictures of a palette")
struct IndexedTests {
    /// What GIF's LZW gives back, by the specification and one code at a time.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var (data, place): ([UInt8], Int) = ([], 1)
        while place < bytes.count, bytes[place] > 0 {
            data += bytes[(place + 1)...(place + Int(bytes[place]))]
            place += 1 + Int(bytes[place])
        }
        guard place == bytes.count - 1 else { return nil }
        let clear = 1 << Int(bytes[0])
        var (table, length, bit): ([[UInt8]], Int, Int) = ([], 0, 0)
        var (result, former): ([UInt8], [UInt8]?) = ([], nil)
        func reset() {
            table = (0..<clear).map { [UInt8($0)] } + [[], []]
            length = Int(bytes[0]) + 1
        }
        reset()
        while bit + length <= data.count * 8 {
            let code = (0..<length).reduce(0) { $0 | Int(data[(bit + $1) / 8] >> ((bit + $1) % 8) & 1) << $1 }
            bit += length
            if code == clear {
                reset()
                former = nil
                continue
            }
            if code == clear + 1 { return result }
            guard code <= table.count, let first = code < table.count ? table[code].first : former?.first else {
                return nil
            }
            let entry = code < table.count ? table[code] : (former ?? []) + [first]
            result += entry
            if let former, table.count < 4096 { table.append(former + [first]) }
            if table.count == 1 << length, length < 12 { length += 1 }
            former = entry
        }
        return nil
    }

    @Test("LZW gives back what went in: noise, runs, few colors, and tables that fill up", arguments: [2, 3, 5, 8])
    func compression(bits: Int) {
        var generator = SeededGenerator(seed: UInt64(bits))
        for count in [1, 2, 3, 10, 255, 256, 4000, 20_000, 70_000] {
            let noise = generator.bytes(count).map { $0 & UInt8(1 << bits - 1) }
            let runs = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 97) & UInt8(1 << bits - 1) }
            for indices in [noise, runs, [UInt8](repeating: 1, count: count)] {
                var target = [UInt8](repeating: 0, count: flipbook_lzw_capacity(count))
                var codes = [UInt32](repeating: 9, count: Int(FLIPBOOK_LZW_CODES))
                let length = flipbook_lzw(&target, indices, count, count, 1, Int32(bits), &codes)
                expect(length <= target.count)
                let isEqual = Self.unpacked(Array(target.prefix(length))) == indices
                expect(isEqual, "\(count) indices of \(bits) bits, seed \(bits)")
            }
        }
    }

    @Test("the rectangle of changes is the smallest that holds them", arguments: [1, 4, 8])
    func changes(bytesPerPixel: Int) {
        var generator = SeededGenerator(seed: 77)
        let (width, height) = (13, 9)
        let before = generator.bytes(width * height * bytesPerPixel)
        for _ in 0..<200 {
            let places = generator.bytes(4).map { Int($0) % (width * height) }
            var after = before
            for place in places { after[place * bytesPerPixel + bytesPerPixel - 1] ^= 1 }
            let changed = Set(places).filter { place in places.count { $0 == place } % 2 == 1 }
            var rectangle = [0, 0, 0, 0]
            let found = flipbook_find_changes(&rectangle, before, after, width, height, bytesPerPixel) != 0
            let (columns, rows) = (changed.map { $0 % width }, changed.map { $0 / width })
            guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
            else {
                expect(!found)
                continue
            }
            expect(found && rectangle == [left, top, right - left + 1, bottom - top + 1])
        }
    }

    @Test("without dithering each pixel has the nearest of the palette's colors")
    func nearestColors() {
        var generator = SeededGenerator(seed: 9)
        for count in [1, 2, 17, 255] {
            let colors = generator.bytes(count * 3)
            let pixels = generator.bytes(400 * 4)
            var indices = [UInt8](repeating: 0, count: 400)
            var found = [UInt32](repeating: 5, count: Int(FLIPBOOK_FOUND_COLORS))
            var errors: [Int16] = [0]
            flipbook_index_pixels(
                &indices,
                pixels,
                20,
                20,
                colors,
                count,
                255,
                FLIPBOOK_DITHER_NONE,
                &found,
                &errors
            )
            for place in 0..<400 {
                guard pixels[place * 4 + 3] >= 128 else {
                    expectEqual(indices[place], 255)
                    continue
                }
                func distance(_ index: Int) -> Int {
                    (0..<3).reduce(0) {
                        let difference = Int(colors[index * 3 + $1]) - Int(pixels[place * 4 + $1])
                        return $0 + difference * difference
                    }
                }
                expectEqual((0..<count).map(distance).min(), distance(Int(indices[place])))
            }
        }
    }

    @Test("few colors are the same palette, and the same indices, whichever picture comes first")
    func order() {
        let pictures = [40, 7, 90].map { first in
            Picture(making: PixelSize(width: 8, height: 1), format: .rgba) { memory in
                for place in 0..<32 { memory[place] = place % 4 == 3 ? 255 : UInt8(first + place) }
            }
        }
        let palettes = [pictures, pictures.reversed()].map { pictures in
            let survey = ColorSurvey(mostColors: 255)
            for picture in pictures { survey.add(picture) }
            return survey.palette
        }
        expectEqual(palettes[0].count, 24)
        expectEqual(palettes[0].colors, palettes[1].colors)
        for picture in pictures {
            let indices = palettes.map { $0.indices(of: picture, transparent: 255, dither: .none) }
            expectEqual(indices[0], indices[1])
            expect(indices[0].enumerated().allSatisfy { palettes[0].colors[Int($1) * 3] == picture[$0, 0].red })
        }
    }

    @Test("few colors are a palette of themselves; of many, none is far from its palette's nearest")
    func palettes() {
        let few = Picture(making: PixelSize(width: 20, height: 10), format: .rgba) { memory in
            for place in 0..<200 {
                let color: [UInt8] = [UInt8(place % 7), 2, UInt8(place % 3), place == 9 ? 0 : 255]
                for channel in 0..<4 { memory[place * 4 + channel] = color[channel] }
            }
        }
        let survey = ColorSurvey(mostColors: 255)
        survey.add(few)
        expectEqual(survey.palette.count, 21)
        let many = TestFrames(width: 96, height: 96).picture(1)
        survey.add(many)
        let palette = survey.palette
        expectEqual(palette.count, 255)
        let indices = palette.indices(of: many, transparent: 255, dither: .none)
        let worst = (0..<96 * 96).map { place in
            let color = many[place % 96, place / 96]
            let index = Int(indices[place]) * 3
            return [(color.red, 0), (color.green, 1), (color.blue, 2)]
                .map { abs(Int($0.0) - Int(palette.colors[index + $0.1])) }.max() ?? 0
        }.max()
        expect((worst ?? 255) <= 16)
    }
}
