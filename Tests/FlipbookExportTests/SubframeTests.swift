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
            #expect(try bench.exported([input], among: 1...names.count) == order, "\(input)")
            let errors = try bench.flipbook("export", input, "-o", "a.mkv", "--overwrite").errors
            #expect(errors.contains("walk/\(pattern): sub-frames \(numbers),"), "\(errors)")
        }
        let listed = try bench.flipbook("list", "walk").text
        #expect(listed.contains("walk/\(pattern)") && listed.contains("\(numbers)  \(names.count) frames"), "\(listed)")
        #expect(listed.split(separator: "\n").count == 1 && !listed.contains("without"), "\(listed)")
        let explained = try bench.flipbook("explain", "walk/\(pattern)").text
        #expect(explained.contains("sub-frames \(numbers), in the order of their numbers."), "\(explained)")
        #expect(explained.contains("The first file is \(names[0]).png"), "\(explained)")
        let folder = try bench.flipbook("explain", "walk").text
        #expect(folder == "walk: the folder holds one sequence, walk/\(pattern).\n" + explained, "\(folder)")
        let linted = try bench.flipbook("lint", "walk", "--no-config")
        #expect(linted.status == 0 && !linted.text.contains("seq."), "\(linted.text)")
    }
}
