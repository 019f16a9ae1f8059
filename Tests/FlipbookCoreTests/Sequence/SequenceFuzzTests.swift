import FlipbookCore
import FlipbookTestSupport
import Testing

// The limit is far beyond what a slow machine needs; what it ends is work without a bound.
@Suite("Mutated input", .timeLimit(.minutes(60)))
struct SequenceFuzzTests {
    private static let seed: UInt64 = 20_240_607

    private static let seeds = [
        "1-100x2", "1,3,5-7", "-10--5", "10-1x-3", "1-15y4", " 1 - 10 x 2 ", "007-010", "walk.####.png",
        "walk.%04d.png",
        "walk.1-100x2#.png", "a/b.-2-1@@@.exr", "f_0001@2x.png", "img%%-%d.jpg", "s.$F4.png", "t.<UDIM>.tif",
        "a\\#b.#.png",
        "a_v001.0001.png", "a.1-2x0.25#.exr", "999999999999999999", "-1-99999999999999999999", "1-10:4",
        "é٣.%(UDIM)d.png",
        "foo.%04d.tif 2-8", "foo.#+10.tif", "s.${F4}.png", "10-15:2,1-5", "1-10:-5", "10-1:3",
    ]
    private static let pieces: [[UInt8]] = [
        "0", "1", "9", "99999999999", "-", "--", ",", "x", "y", ":", ".", "#", "@", "@2x", "%", "%%", "%d", "%0999d",
        "$F", "<UDIM>",
        "\\", "/", " ", "\n", "\0", "é", "٣", "🎞", "1-10x2", ",-5", ".png",
    ].map { Array($0.utf8) }

    /// A seed text with one to six bytes or pieces put in, taken out, doubled or exchanged.
    private func mutant(_ generator: inout SeededGenerator) -> String {
        var bytes = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: position)
            case 1 where position < bytes.count: bytes.remove(at: position)
            case 2 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            default: bytes.append(contentsOf: bytes[position...].prefix(8))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "mutated ranges, patterns and names end in values that read back, or in errors with a place: 25,000 with --all"
    )
    func mutants() throws {
        var generator = SeededGenerator(seed: Self.seed)
        var ranges = 0
        var patterns = 0
        let count = LongTests.areWanted ? 25_000 : 5_000
        for _ in 0..<count {
            let text = mutant(&generator)
            switch Result(catching: { () throws(FrameSetError) in try FrameSet(parsing: text) }) {
            case .success(let set):
                expect(set.count <= FrameSet.maximumCount)
                if set.ranges.count < 1000 {
                    let read = try FrameSet(parsing: set.description)
                    expectEqual(read, set, "seed \(Self.seed): \(text.debugDescription)")
                }
                ranges += 1
            case .failure(let error):
                let isInside = (0...text.utf8.count).contains(error.offset)
                expect(isInside, "seed \(Self.seed): \(text.debugDescription)")
            }
            switch Result(catching: { () throws(FramePatternError) in try FramePattern(parsing: text) }) {
            case .success(let pattern):
                if pattern.frames?.ranges.count ?? 0 < 1000 {
                    let read = try FramePattern(parsing: pattern.description)
                    expectEqual(read, pattern, "seed \(Self.seed): \(text.debugDescription)")
                }
                let number = pattern.match(pattern.name(of: -7))?.number
                expectEqual(number, -7, "seed \(Self.seed): \(text.debugDescription)")
                patterns += 1
            case .failure(let error):
                let isInside = (0...text.utf8.count).contains(error.offset)
                expect(isInside && !error.description.contains("\n"), "seed \(Self.seed): \(text.debugDescription)")
            }
            let dialect = Dialect.allCases.randomElement(using: &generator)
            let place = "seed \(Self.seed), \(dialect?.name ?? ""): \(text.debugDescription)"
            switch Result(catching: { () throws(FrameSetError) in try FrameSet(parsing: text, dialect: dialect) }) {
            case .success(let set): expect(set.count <= FrameSet.maximumCount)
            case .failure(let error):
                let isInside = (0...text.utf8.count).contains(error.offset)
                expect(isInside && !error.description.contains("\n"), "\(place)")
            }
            switch Result(
                catching: { () throws(FramePatternError) in try FramePattern(parsing: text, dialect: dialect) }
            ) {
            case .success(let pattern):
                let number = pattern.match(pattern.name(of: -7))?.number
                expectEqual(number, -7, "\(place)")
                if pattern.frames?.ranges.count ?? 0 < 1000 {
                    let read = try FramePattern(parsing: pattern.description)
                    expect(read.name(of: 7) == pattern.name(of: 7) && read.frames == pattern.frames, "\(place)")
                }
            case .failure(let error):
                let isInside = (0...text.utf8.count).contains(error.offset)
                expect(isInside && !error.description.contains("\n"), "\(place)")
            }
            let grouping = FileSequence.grouping(names: [text], extensions: ["png", "exr", "jpg", "tif", ""])
            for file in grouping.sequences.flatMap(\.files) {
                expectEqual(file.name, FilePath(text), "seed \(Self.seed): \(text.debugDescription)")
            }
        }
        expect(ranges > count / 200)
        expect(patterns > count / 20)
    }

    @Test(
        "texts made to be slow are not",
        arguments: LongTests.cases(
            [
                String(repeating: "1,", count: 100_000), String(repeating: "1-", count: 100_000),
                String(repeating: "-", count: 100_000), String(repeating: "1x", count: 100_000),
                String(repeating: "#", count: 100_000), String(repeating: "\\", count: 100_000),
                String(repeating: "%", count: 100_000), String(repeating: "1-9x2,", count: 20_000),
                String(repeating: "1-9,", count: 30_000) + "-#", String(repeating: "9", count: 100_000),
                (0..<20_000).map { "\($0 * 7919 % 20_011)" }.joined(separator: ","),
            ],
            every: 4
        )
    )
    func slow(text: String) {
        for pattern in [text, text + "#.png", "%d" + text] {
            switch Result(catching: { () throws(FrameSetError) in try FrameSet(parsing: pattern) }) {
            case .success(let set): expect(set.count <= FrameSet.maximumCount)
            case .failure(let error): expect((0...pattern.utf8.count).contains(error.offset))
            }
            if case .success(let read) = Result(catching: { try FramePattern(parsing: pattern) }) {
                expectEqual(read.match(read.name(of: 7))?.number, 7)
            }
            expect(FileSequence.grouping(names: [pattern, pattern + ".png"]).others.count <= 1)
        }
    }

    @Test(
        "passes without end are refused before the first of them is gone over",
        arguments: [Dialect.fileseq, .opencue]
    )
    func passes(dialect: Dialect) {
        let seconds = processorSeconds {
            for step in 0..<100 {
                for text in [
                    "-1-999999999999:\(999_999_999_999_999 - step)", "1-1000000:\(1_000_000 - step)",
                ] {
                    let error = #expect(throws: FrameSetError.self) { try FrameSet(parsing: text, dialect: dialect) }
                    expectEqual(error?.reason, .tooManyPasses)
                }
            }
        }
        // To go over one of them takes about a second.
        expect(seconds < 10)
    }
}
