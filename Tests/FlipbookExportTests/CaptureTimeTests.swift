import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Frames in the order in which they were taken.
@Suite struct CaptureTimeTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Writes a picture for each time, whose parts are the second, its fraction, and the offset; `nil` for one without. The
    /// offset lies `distance` bytes behind the rest.
    private func write(_ times: [(String, String?, String?)?], _ ending: String, distance: Int = 0) throws {
        try bench.add(1...times.count, to: "made")
        if ["jpg", "jxl", "webp"].contains(ending) {
            let made = try bench.flipbook("export", "made", "-o", "plain/walk.####.\(ending)")
            try require(made.status == 0, "\(made.errors)")
        }
        for (index, time) in times.enumerated() {
            let name = "photos/IMG \(index + 1).\(ending)"
            let isExported = !["png", "avif"].contains(ending)
            let still = "\(isExported ? "plain" : "made")/walk.000\(index + 1).\(isExported ? ending : "png")"
            let file = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(still).string)))
            guard let (second, fraction, offset) = time else {
                try bench.folder.write(file, to: name)
                continue
            }
            var texts: [UInt16: String] = [0x9003: "2026:11:29 \(second)"]
            (texts[0x9291], texts[0x9011]) = (fraction, offset)
            let data = EXIFSample.photograph(texts, distance: distance)
            switch ending {
            case "jpg": try bench.folder.write(Array(file[..<2]) + EXIFSample.segment(data) + file[2...], to: name)
            case "png":
                try bench.folder.write(Array(file[..<33]) + PNGWriter.Chunk("eXIf", data).bytes + file[33...], to: name)
            case "jxl":
                let head =
                    EXIFSample.box("JXL ", [13, 10, 0x87, 10]) + EXIFSample.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
                let exif = EXIFSample.box("Exif", [0, 0, 0, 0] + data)
                try bench.folder.write(head + exif + EXIFSample.box("jxlc", file), to: name)
            case "webp":
                // The size of 24 by 18 pixels, less 1.
                let head = Array("WEBPVP8X".utf8) + little(10, 4) + [8, 0, 0, 0, 23, 0, 0, 17, 0, 0]
                let padding = [UInt8](repeating: 0, count: data.count % 2)
                let body = head + file[12...] + Array("EXIF".utf8) + little(data.count, 4) + data + padding
                try bench.folder.write(Array("RIFF".utf8) + little(body.count, 4) + body, to: name)
            default:
                try bench.folder.write(data, to: "data.exif")
                try FileManager.default.createDirectory(
                    atPath: bench.folder.file("photos").string,
                    withIntermediateDirectories: true
                )
                let outcome = try Program("avifenc").run(["--exif", "data.exif", still, name], in: bench.folder.path)
                try require(outcome.status == 0, "\(outcome.errors)")
            }
        }
    }

    private func order(_ arguments: [String]) throws -> [String] {
        let output = ["-o", "a.mkv", "--overwrite", "--receipt", "a.json"]
        let outcome = try bench.flipbook(["export"] + arguments + output)
        try require(outcome.status == 0, "\(outcome.errors)")
        let text = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.json").string))
        let receipt = try require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
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
        try expectEqual(order(["photos", "--sort", "time"]), expected)
        let files = (1...times.count).map { "photos/IMG \($0).\(ending)" }
        try expectEqual(order(files.reversed() + ["--sort", "time"]), expected)
        try expectEqual(order(files), (1...times.count).map(String.init))
    }

    @Test(
        "every format that has EXIF data is ordered by them, also where they are long",
        arguments: ["webp", "jxl", "avif", "jpg", "png"]
    )
    func formats(ending: String) throws {
        try write([("12:00:00", nil, "+02:00"), ("11:00:00", nil, "+00:00")], ending, distance: 9_000)
        try expectEqual(order(["photos", "--sort", "time"]), ["1", "2"])
    }

    @Test("EXIF data of HEIC and AVIF are found by the list of places", arguments: ["heic", "avif"])
    func heif(brand: String) throws {
        let data = EXIFSample.photograph([0x9003: "2026:11:29 10:00:00", 0x9291: "5"])
        let (early, plain) = (EXIFSample.heif(brand, data), EXIFSample.heif(brand, EXIFSample.orientation(1)))
        let late = EXIFSample.heif(brand, EXIFSample.photograph([0x9003: "2026:11:29 10:00:01"]))
        let times = try [early, late, plain].map { file in
            try file.withUnsafeBytes { try ImageDetails.read($0).taken?.instant(isAbsolute: false) }
        }
        let (first, second) = (try require(times[0]), try require(times[1]))
        expect(second - first == 500_000_000 && times[2] == nil)
    }

    @Test(
        "a time of numbers that no clock has is none",
        arguments: ["9223372036854775807:00:00", "00:00:9223372036854775807"]
    )
    func impossible(second: String) throws {
        let day = "2026:11:29 "
        let texts: [[UInt16: String]] = [
            [0x9003: day + second], [0x9003: day + "10:00:00", 0x9011: "+9223372036854775807:00"],
        ]
        let times = try texts.map { texts in
            let file = EXIFSample.heif("heic", EXIFSample.photograph(texts))
            return try file.withUnsafeBytes { try ImageDetails.read($0).taken }
        }
        expect(times[0] == nil && times[1]?.isAbsolute == false)
    }

    @Test("--sort time refuses frames without a time by name, in every verb, with an order that works")
    func untimed() throws {
        try write([("10:00:01", nil, nil), nil, ("0000:00:00 00", nil, nil)], "png")
        let output = ["-o", "a.mkv"]
        for verb in [
            ["export"] + output, ["play", "--sink", "fakesink"], ["render", "-o", "a.png"], ["plan"] + output,
        ] {
            let refused = try bench.flipbook(verb + ["photos", "--sort", "time"])
            let words = "2 of 3 frames have no capture time (EXIF): photos/IMG 2.png, photos/IMG 3.png."
            expect(refused.status == 1 && refused.errors.contains(words), "\(verb): \(refused.errors)")
            expect(refused.errors.contains("--sort natural"), "\(refused.errors)")
        }
        try expectEqual(order(["photos", "--sort", "natural"]), ["1", "2", "3"])
    }
}
