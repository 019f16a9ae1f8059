import FlipbookTestSupport
import Testing

/// Sub-frames of one form, a step apart, which are one sequence to every verb.
@Suite(.hangLimit) struct SubframeTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Names in the order of their frames, their pattern and their numbers.
    private static let sequences = [
        (["f.9.50", "f.9.75", "f.10.00", "f.10.25", "f.10.50"], "f.@.@@.png", "9.5-10.5x0.25"),
        (["f_1_00", "f_1_50", "f_2_00", "f_2_50"], "f_@_@@.png", "1-2.5x0.5"),
        (["f.0001.00", "f.0001.50", "f.0002.00"], "f.@@@@.@@.png", "1-2x0.5"),
        (["f.-1.50", "f.-1.00", "f.-0.50", "f.0.00"], "f.@.@@.png", "-1.5-0x0.5"),
    ]

    @Test("a folder and a pattern of sub-frames are one sequence in the order of both parts", arguments: sequences)
    func exported(names: [String], pattern: String, numbers: String) throws {
        for (index, name) in names.enumerated() {
            try bench.folder.write(bench.frames.png(index + 1), to: "walk/\(name).png")
        }
        let order: [Int?] = Array(1...names.count)
        for input in ["walk", "walk/\(pattern)"] {
            try expectEqual(bench.exported([input], among: 1...names.count), order, "\(input)")
            let errors = try bench.flipbook("export", input, "-o", "a.mkv", "--overwrite").errors
            expect(errors.contains("walk/\(pattern): sub-frames \(numbers),"), "\(errors)")
        }
        let listed = try bench.flipbook("list", "walk").text
        expect(listed.contains("walk/\(pattern)") && listed.contains("\(numbers)  \(names.count) frames"), "\(listed)")
        expect(listed.split(separator: "\n").count == 1 && !listed.contains("without"), "\(listed)")
        let explained = try bench.flipbook("explain", "walk/\(pattern)").text
        expect(explained.contains("sub-frames \(numbers), sorted by number."), "\(explained)")
        expect(explained.contains("The first file is \(names[0]).png"), "\(explained)")
        let folder = try bench.flipbook("explain", "walk").text
        expectEqual(folder, "walk: one sequence, walk/\(pattern).\n" + explained, "\(folder)")
        let linted = try bench.flipbook("lint", "walk", "--no-config")
        expect(linted.status == 0 && !linted.text.contains("seq."), "\(linted.text)")
    }

    @Test(
        "--frames chooses sub-frames: a range has each of them, a step is a part of a frame",
        arguments: [
            ("1-2", [1, 2, 3, 4, 5], nil), ("1-2x0.5", [1, 3, 5], "--fps 15."), ("1-3x1", [1, 5, 9], "--fps 15/2."),
            ("1.25", [2], nil), ("2-1.5", [5, 4, 3], nil), ("1-2.5y0.5", [2, 4, 6], "--fps 15."),
            // Two frames are no step.
            ("1.75,1", [4, 1], nil),
        ] as [(String, [Int], String?)]
    )
    func chosen(range: String, places: [Int], remedy: String?) throws {
        let names = ["1.00", "1.25", "1.50", "1.75", "2.00", "2.25", "2.50", "2.75", "3.00"]
        for (index, name) in names.enumerated() {
            try bench.folder.write(bench.frames.png(index + 1), to: "walk/f.\(name).png")
        }
        try expectEqual(bench.exported(["walk", "--frames", range], among: 1...9), places)
        let errors = try bench.flipbook("export", "walk", "--frames", range, "-o", "a.mkv").errors
        expect(errors.contains("as fast") == (remedy != nil) && errors.contains(remedy ?? ""), "\(errors)")
    }

    @Test("sub-frames that are not there are refused with those that are, decimals only where there are none")
    func refused() throws {
        for (index, name) in ["1.00", "1.50", "2.00"].enumerated() {
            try bench.folder.write(bench.frames.png(index + 1), to: "walk/f.\(name).png")
        }
        try bench.add(1...3, to: "whole")
        for (range, words) in [("1-3", "has no sub-frame 2.5; it has 1-2x0.5."), ("1.25", "has no sub-frame 1.25;")] {
            let outcome = try bench.flipbook("export", "walk", "--frames", range, "-o", "a.mkv")
            expect(outcome.status == 2 && outcome.errors.contains("walk/f.@.@@.png \(words)"), "\(outcome.errors)")
        }
        let whole = try bench.flipbook("export", "whole", "--frames", "1-2x0.5", "-o", "a.mkv")
        expect(whole.status == 2 && whole.errors.contains("whole numbers"), "\(whole.errors)")
    }
}
