import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Dialects")
struct DialectTests {
    @Test(
        "a range means what its dialect says",
        arguments: [
            (.fileseq, "1-10:3", [1, 4, 7, 10, 3, 5, 9, 2, 6, 8]),
            (.fileseq, "1-10:4", [1, 5, 9, 4, 7, 10, 3, 2, 6, 8]),
            (.fileseq, "1-6:3", [1, 4, 3, 5, 2, 6]), (.fileseq, "1-10:5", [1, 6, 5, 9, 4, 7, 10, 3, 2, 8]),
            (.fileseq, "1-3:999999999999999999", [1, 3, 2]), (.fileseq, "6-1:3", [6, 3, 4, 2, 5, 1]),
            (.opencue, "1-10:4", [1, 5, 9, 2, 4, 6, 8, 10, 3, 7]),
            (.opencue, "1-10:5", [1, 6, 2, 4, 8, 10, 3, 5, 7, 9]),
            (.opencue, "10-1:-5", [10, 5, 9, 7, 3, 1, 8, 6, 4, 2]), (.opencue, "1-3:8", [1, 2, 3]),
            (.opencue, "10-1x-3", [10, 7, 4, 1]), (.opencue, "3-1", [3, 2, 1]),
            (.opencue, "1-10y3", [2, 3, 5, 6, 8, 9]),
            (.openjd, "1 - 5", [1, 2, 3, 4, 5]), (.openjd, "1 - -1", [1]), (.openjd, "-1 - 1", [-1, 0, 1]),
            (.openjd, "1-5:2", [1, 3, 5]), (.openjd, "10-15:2,1-5", [1, 2, 3, 4, 5, 10, 12, 14]),
            (.openjd, "1-10:4", [1, 5, 9]), (.openjd, "1-10:5", [1, 6]), (.openjd, "10-1:-3", [1, 4, 7, 10]),
            (.rv, "1-10x3", [1, 4, 7, 10]), (.nuke, "1,3,5", [1, 3, 5]), (.houdini, "2-1", [2, 1]),
        ] as [(Dialect, String, [Int])]
    )
    func ranges(dialect: Dialect, text: String, numbers: [Int]) throws {
        expectEqual(Array(try FrameSet(parsing: text, dialect: dialect)), numbers)
    }

    @Test(
        "what a dialect does not have is an error with its place",
        arguments: [
            (.opencue, "10-1x2", 5, "requires a negative step"), (.opencue, "1-10x-2", 5, "has a negative step"),
            (.opencue, "1-10x0", 5, "the step is 0"), (.openjd, "1-10:4,10-15", 7, "overlaps"),
            (.openjd, "10-15,1-10:4", 6, "overlaps"), (.openjd, "1-5,3-8", 4, "overlaps"),
            (.openjd, "1,1", 2, "overlaps"),
            (.openjd, "1-10x2", 4, "OpenJD has no \"x\" in ranges; write 1-10:2"),
            (.rv, "1-10y2", 4, "RV has no \"y\""),
            (.nuke, "1-10:2", 4, "Nuke has no \":\""), (.fileseq, "1-10 2", 5, "is not part of a range"),
            (.fileseq, "1:5", 1, "a step requires a first"), (.fileseq, "1-700000:2", 0, "more than 1,000,000"),
        ] as [(Dialect, String, Int, String)]
    )
    func rangeFaults(dialect: Dialect, text: String, offset: Int, message: String) throws {
        let error = try #require(throws: FrameSetError.self) { try FrameSet(parsing: text, dialect: dialect) }
        expectEqual(error.offset, offset)
        expect(error.description.contains(message), "\(error)")
    }

    @Test(
        "a name is read and written as its dialect does",
        arguments: [
            (.ffmpeg, "a.%04d.png", "a.-0001.png", "a.%04d.png"), (.ffmpeg, "a.%d.png", "a.-1.png", "a.%d.png"),
            (.ffmpeg, "a.%4d.png", "a.-0001.png", "a.%4d.png"),
            (.ffmpeg, "img%%-%d.jpg", "img%--1.jpg", "img%%-%d.jpg"),
            (.ffmpeg, "a#%02d@.png", "a#-01@.png", "a\\#%02d\\@.png"),
            (.fileseq, "a.%04d.png", "a.-001.png", "a.%04d.png"),
            (.fileseq, "a.###.png", "a.-00000000001.png", "a.@@@@@@@@@@@@.png"),
            (.rv, "a.###.png", "a.-001.png", "a.####.png"), (.rv, "a.@@.png", "a.-1.png", "a.@@.png"),
            (.rv, "a.%04d.png", "a.-001.png", "a.%04d.png"), (.rv, "a\\#.#.png", "a#.-001.png", "a\\#.#.png"),
            (.nuke, "a.##.png", "a.-1.png", "a.@@.png"), (.nuke, "a@.#.png", "a@.-1.png", "a\\@.@.png"),
            (.opencue, "a.#.png", "a.-1.png", "a.@.png"), (.opencue, "a.1-3###.png", "a.-01.png", "a.1-3###.png"),
            (.houdini, "a.${F4}.png", "a.-001.png", "a.$F4.png"),
            (.houdini, "a%d.$F.png", "a%d.-1.png", "a\\%d.$F.png"),
            (.houdini, "a.<UDIM>.png", "a.-001.png", "a.<UDIM>.png"),
        ] as [(Dialect, String, String, String)]
    )
    func names(dialect: Dialect, text: String, name: String, description: String) throws {
        let pattern = try FramePattern(parsing: text, dialect: dialect)
        expectEqual(pattern.name(of: -1), name)
        try expectEqual(require(pattern.match(name)).number, -1)
        expectEqual(pattern.description, description)
        try expectEqual(FramePattern(parsing: description).name(of: 7), pattern.name(of: 7))
    }

    @Test(
        "a range stands where the dialect has it",
        arguments: [
            (.rv, "foo.1-100x10#.tif", "foo.0001.tif", "1-91x10"),
            (.rv, "foo.1-100x10@@@.tif", "foo.001.tif", "1-91x10"),
            (.rv, "foo.-10--5#.tif", "foo.-010.tif", "-10--5"), (.rv, "foo.%04d.tif 2-8", "foo.0002.tif", "2-8"),
            (.nuke, "foo.####.tif 1-9x2", "foo.0001.tif", "1-9x2"), (.nuke, "foo.1-9#.tif", "foo.1-91.tif", nil),
            (.ffmpeg, "foo.1-9%d.tif", "foo.1-91.tif", nil), (.nuke, "a b 1-#.tif", "a b 1-1.tif", nil),
            (.opencue, "foo.1-10:5###.tif", "foo.001.tif", "1,6,2,4,8,10,3-9x2"),
        ] as [(Dialect, String, String, String?)]
    )
    func rangePlaces(dialect: Dialect, text: String, first: String, frames: String?) throws {
        let pattern = try FramePattern(parsing: text, dialect: dialect)
        expectEqual(pattern.frames?.description, frames)
        expectEqual(pattern.name(of: pattern.frames?.first ?? 1), first)
        let read = try FramePattern(parsing: pattern.description)
        expect(read.frames == pattern.frames && read.name(of: 5) == pattern.name(of: 5))
    }

    @Test(
        "what a dialect would read and we do not is refused, never taken for a name",
        arguments: [
            (.rv, "foo.#+10.tif", 4, "arithmetic"), (.rv, "foo.@x2.tif", 4, "arithmetic"),
            (.rv, "a.%V.#.tif", 2, "stereo view"), (.nuke, "a.#.%v.tif", 4, "stereo view"),
            (.ffmpeg, "two%d%d", 5, "both %d and %d"),
            (.ffmpeg, "a.####.png", 0, "in ffmpeg's syntax; write %04d where the number belongs"),
            (.houdini, "a.####.png", 0, "in Houdini's syntax; write $F4 where the number belongs"),
            (.houdini, "a.$FF.png", 0, "the name has no frame number"),
            (.rv, "a.1-5#.tif 2-3", 11, "another is after the name"), (.nuke, "a.#.tif 1-", 8, "number is missing"),
        ] as [(Dialect, String, Int, String)]
    )
    func patternFaults(dialect: Dialect, text: String, offset: Int, message: String) throws {
        let error = try #require(throws: FramePatternError.self) { try FramePattern(parsing: text, dialect: dialect) }
        expect(error.description.contains(message), "\(error)")
        expect(error.description.contains(message) && error.reason != .noPadding)
        if case .range = error.reason { return }
        expectEqual(error.offset, offset)
    }
}
