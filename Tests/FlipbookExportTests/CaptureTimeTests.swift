import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Frames in the order in which they were taken.
@Suite struct CaptureTimeTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// EXIF data with texts in the directory of a photograph.
    private func exif(_ texts: [UInt16: String]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        var data: [UInt8] = []
        let entries = texts.sorted { $0.key < $1.key }.flatMap { tag, text in
            let bytes = Array(text.utf8) + [0]
            let value = bytes.count > 4 ? number(26 + 2 + 12 * texts.count + 4 + data.count, 4) : bytes
            if bytes.count > 4 { data += bytes }
            return number(Int(tag), 2) + [2, 0] + number(bytes.count, 4) + value + number(0, 4 - value.count)
        }
        return [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
            + number(texts.count, 2) + entries + number(0, 4) + data
    }

    /// Writes a picture for each time, whose parts are the second, its fraction, and the offset; `nil` for one without.
    private func write(_ times: [(String, String?, String?)?], _ ending: String) throws {
        try bench.add(1...times.count, to: "made")
        if ending == "jpg" {
            let made = try bench.flipbook("export", "made", "-o", "jpg/walk.####.jpg")
            try #require(made.status == 0, "\(made.errors)")
        }
        for (index, time) in times.enumerated() {
            let plain = ending == "jpg" ? "jpg/walk.000\(index + 1).jpg" : "made/\(TestFrames.name(index + 1))"
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(plain).string)))
            if let (second, fraction, offset) = time {
                var texts: [UInt16: String] = [0x9003: "2026:11:29 \(second)"]
                (texts[0x9291], texts[0x9011]) = (fraction, offset)
                let data = exif(texts)
                let segment = Array("Exif\0\0".utf8) + data
                bytes.insert(
                    contentsOf: ending == "jpg"
                        ? [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment : PNGWriter.Chunk("eXIf", data).bytes,
                    at: ending == "jpg" ? 2 : 33
                )
            }
            try bench.folder.write(bytes, to: "photos/IMG \(index + 1).\(ending)")
        }
    }

    private func order(_ arguments: [String]) throws -> [String] {
        let output = ["-o", "a.mkv", "--overwrite", "--receipt", "a.json"]
        let outcome = try bench.flipbook(["export"] + arguments + output)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let text = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.json").string))
        let receipt = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        return (receipt["inputs"] as? [[String: Any]] ?? []).compactMap { $0["file"] as? String }
            .map { String($0.split(separator: "/").last?.dropFirst(4).prefix(1) ?? "") }
    }

    @Test(
        "--sort time counts fractions of seconds, and offsets where every file has one",
        arguments: [
            ([("10:00:01", "5", nil), ("10:00:01", "25", nil), ("10:00:00", nil, nil)], ["3", "2", "1"]),
            (
                [("12:00:00", nil, "+02:00"), ("11:00:00", nil, "+00:00"), ("05:00:00", nil, "-04:30")],
                ["3", "1", "2"]
            ),
            ([("12:00:00", nil, "+02:00"), ("11:00:00", nil, nil), ("11:00:00", "125000", nil)], ["2", "3", "1"]),
            ([("10:00:00", "1", nil), ("10:00:00", "100", nil)], ["1", "2"]),
        ] as [([(String, String?, String?)], [String])],
        ["png", "jpg"]
    )
    func order(given: ([(String, String?, String?)], [String]), ending: String) throws {
        let (times, expected) = given
        try write(times, ending)
        #expect(try order(["photos", "--sort", "time"]) == expected)
        let files = (1...times.count).map { "photos/IMG \($0).\(ending)" }
        #expect(try order(files.reversed() + ["--sort", "time"]) == expected)
        #expect(try order(files) == (1...times.count).map(String.init))
    }

    @Test("--sort time refuses frames without a time by name, in every verb, with an order that works")
    func untimed() throws {
        try write([("10:00:01", nil, nil), nil, ("0000:00:00 00", nil, nil)], "png")
        let output = ["-o", "a.mkv"]
        for verb in [
            ["export"] + output, ["play", "--sink", "fakesink"], ["render", "-o", "a.png"], ["plan"] + output,
        ] {
            let refused = try bench.flipbook(verb + ["photos", "--sort", "time"])
            let words = "2 of 3 frames have no time in EXIF data: photos/IMG 2.png, photos/IMG 3.png."
            #expect(refused.status == 1 && refused.errors.contains(words), "\(verb): \(refused.errors)")
            #expect(refused.errors.contains("--sort natural"), "\(refused.errors)")
        }
        #expect(try order(["photos", "--sort", "natural"]) == ["1", "2", "3"])
    }
}
