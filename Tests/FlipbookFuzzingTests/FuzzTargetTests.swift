import FlipbookFuzzing
import FlipbookTestSupport
import Foundation
import Testing

extension FuzzTarget {
    fileprivate typealias Seeds = [(name: String, bytes: [UInt8])]

    /// What it begins with: the seeds and cases in `Tests/Fuzzed`, and pictures of the conformance set.
    fileprivate var seeds: Seeds {
        get throws {
            try ownSeeds
                + Self.files(in: Samples.conformance) { imageSeeds.contains(URL(fileURLWithPath: $0).pathExtension) }
        }
    }

    /// The seeds, `seed-NAME`, and what was found and has another name, in `Tests/Fuzzed`.
    fileprivate var ownSeeds: Seeds {
        get throws {
            let folder = Samples.checkout.appendingPathComponent("Tests/Fuzzed/\(name)")
            return FileManager.default.fileExists(atPath: folder.path) ? try Self.files(in: folder) { _ in true } : []
        }
    }

    private static func files(in folder: URL, where isWanted: (String) -> Bool) throws -> Seeds {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isWanted).sorted()
            .map { ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }
}

extension FuzzTarget.Outcome {
    fileprivate var isBroken: Bool { if case .broken = self { true } else { false } }
}

extension [UInt8] {
    /// Changes a bit or a byte, or takes or doubles some.
    fileprivate mutating func change(at place: Int, by random: inout RandomBytes) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: self[place] = .random(in: 0...255, using: &random)
        case 2: self[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 3: removeSubrange(place..<Swift.min(count, place + 4))
        default: insert(contentsOf: self[place..<Swift.min(count, place + 9)], at: place)
        }
    }
}

/// Everything that `tools/fuzz` feeds, over its seeds, over what was found, and over changes of them.
@Suite("Fuzz targets", .hangLimit) struct FuzzTargetTests {
    private static let seed: UInt64 = 0xF022

    @Test("what must hold of every input holds of the seeds and of changed ones", arguments: FuzzTarget.all.map(\.name))
    func holds(name: String) throws {
        let target = try require(FuzzTarget.named(name))
        let seeds = try target.seeds
        expect(!seeds.isEmpty)
        for (name, bytes) in seeds { expect(!target.run(bytes).isBroken, "\(name): \(target.run(bytes))") }
        var random = RandomBytes(seed: Self.seed)
        // A profile is computed with, which takes a hundred times as long as to read another input.
        let daily = name == "profile" ? 20 : 40
        for round in 0..<(LongTests.areWanted ? 2_000 : daily) {
            var bytes = try require(seeds.randomElement(using: &random)).bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                bytes.change(at: Int.random(in: 0..<bytes.count, using: &random), by: &random)
            }
            let outcome = target.run(bytes)
            expect(!outcome.isBroken, "\(outcome), seed \(Self.seed), round \(round): \(bytes)")
        }
    }

    @Test(
        "every seed of its own is read: changes of one that is refused stay at the door",
        arguments: FuzzTarget.all.map(\.name)
    )
    func valid(name: String) throws {
        let target = try require(FuzzTarget.named(name))
        let seeds = try target.ownSeeds.filter { $0.name.hasPrefix("seed-") }
        // A target of pictures may have those of the conformance set alone.
        expect(!seeds.isEmpty || !target.imageSeeds.isEmpty)
        for (name, bytes) in seeds { expectEqual(target.run(bytes), .read, "\(name)") }
    }

    /// A small file of a reader, and the part of it that says more of the pictures than how they are packed.
    struct Headed: Sendable, CustomTestStringConvertible {
        let target: String
        let what: String
        let file: [UInt8]
        /// `nil` for all of the file.
        var part: Range<Int>?
        var testDescription: String { "\(what), \(target)" }
    }

    private static let headed: [Headed] = {
        let photograph = EXIFSample.photograph([0x9003: "2026:11:29 10:00:00", 0x9011: "+01:00", 0x9291: "25"])
        let gray = EncodedSample.grayJPEG.file
        func jpeg(_ segment: [UInt8]) -> [UInt8] { Array(gray[..<2]) + segment + gray[2...] }
        let heic = EXIFSample.heif("heic", photograph)
        let avif = EXIFSample.heif("avif", photograph)
        let exr = EXRWriter.file(
            width: 2,
            height: 1,
            channels: [("R", [.nan, 1]), ("diffuse.R", [0, 1])],
            attributes: [
                ("framesPerSecond", "rational", [24, 0, 0, 0, 1, 0, 0, 0]),
                ("timeCode", "timecode", [0x20, 0, 0, 1, 0, 0, 0, 0]),
            ]
        )
        // One pixel of 16 bits per channel, at 24 frames a second, from 01:00:00:20.
        var dpx = Array("SDPX".utf8) + [UInt8](repeating: 0, count: 2044) + [0, 1, 0, 2, 0, 3, 0, 0]
        let fields: [(Int, [UInt8])] = [
            (6, [8]), (771, [1]), (775, [1]), (779, [1]), (800, [50, 2, 0, 16]), (810, [8]),
            (1724, [0x41, 0xC0, 0, 0]), (1920, [1, 0, 0, 0x20]), (1940, [0x41, 0xC0, 0, 0]),
        ]
        for (place, bytes) in fields { dpx.replaceSubrange(place..<place + bytes.count, with: bytes) }
        let part = #"{"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 100}"#
        let tags = #"[{"name": "a", "from": 0, "to": 1, "direction": "pingpong", "repeat": "2"}]"#
        let sheet = #"{"frames": [\#(part), \#(part)], "meta": {"image": "null", "frameTags": \#(tags)}}"#
        return [
            Headed(target: "jpg", what: "EXIF data", file: jpeg(EXIFSample.segment(photograph)), part: 2..<120),
            Headed(target: "jpg", what: "Adobe RGB", file: jpeg(EXIFSample.adobeRGB()), part: 2..<90),
            Headed(target: "jpg", what: "no end marker", file: gray.dropLast(2)),
            Headed(target: "header", what: "no end marker", file: gray.dropLast(2)),
            Headed(target: "exr", what: "rate, time code and NaN", file: exr),
            Headed(target: "dpx", what: "film's header", file: dpx, part: 1664..<2048),
            Headed(target: "dpx", what: "the picture's header", file: dpx, part: 0..<820),
            Headed(target: "header", what: "HEIC", file: heic), Headed(target: "heic", what: "HEIC", file: heic),
            Headed(target: "header", what: "AVIF", file: avif), Headed(target: "avif", what: "AVIF", file: avif),
            Headed(target: "sheet", what: "Aseprite's tags", file: Array(sheet.utf8)),
        ]
    }()

    @Test("what must hold holds of twenty changes in what headers say beside the pixels", arguments: headed)
    func changedHeader(headed: Headed) throws {
        let target = try require(FuzzTarget.named(headed.target))
        expect(!target.run(headed.file).isBroken, "\(target.run(headed.file))")
        var random = RandomBytes(seed: Self.seed)
        for round in 0..<(LongTests.areWanted ? 1_000 : 20) {
            var bytes = headed.file
            let part = headed.part ?? bytes.indices
            bytes.change(at: Int.random(in: part, using: &random), by: &random)
            let outcome = target.run(bytes)
            expect(!outcome.isBroken, "\(outcome), seed \(Self.seed), round \(round): \(bytes)")
        }
    }

    @Test("what must hold holds of twenty changes in the edits of a film", arguments: ["elst", "mdhd", "mvhd", "hdlr"])
    func changedEdits(box: String) throws {
        // The build of the edges has no films.
        guard let target = FuzzTarget.named("sound"),
            let seed = try target.ownSeeds.first(where: { $0.name == "seed-edits" })
        else { return }
        let place = try require(seed.bytes.indices.first { seed.bytes[$0...].starts(with: box.utf8) })
        var random = RandomBytes(seed: Self.seed)
        for round in 0..<(LongTests.areWanted ? 1_000 : 20) {
            var bytes = seed.bytes
            bytes.change(at: Int.random(in: place - 4..<place + 32, using: &random), by: &random)
            for name in ["sound", "video"] {
                let outcome = try require(FuzzTarget.named(name)).run(bytes)
                expect(!outcome.isBroken, "\(outcome), seed \(Self.seed), round \(round): \(bytes)")
            }
        }
    }

    @Test(
        "what must hold holds of a picture's file that is cut at every length",
        arguments: FuzzTarget.all.filter { !$0.imageSeeds.isEmpty }.map(\.name)
    )
    func cut(name: String) throws {
        let target = try require(FuzzTarget.named(name))
        // Short ones that are pictures: every length of a long file takes minutes.
        let seeds = try target.seeds.map(\.bytes).filter { $0.count > 100 }.sorted { $0.count < $1.count }
        for file in seeds.prefix(LongTests.areWanted ? 3 : 1) {
            for length in 0..<min(file.count, LongTests.areWanted ? 5_000 : 2000) {
                let outcome = target.run(Array(file[..<length]))
                expect(!outcome.isBroken, "\(outcome), \(length) of \(file.count) bytes")
            }
        }
    }

    @Test("the tool knows the same targets, and each has its name once")
    func names() throws {
        let names = FuzzTarget.all.map(\.name)
        expectEqual(Set(names).count, names.count)
        let tool = Program(Samples.checkout.appendingPathComponent("tools/fuzz").path)
        let list = try require(try tool.run(["--help"]).text.split(separator: "\n").last { $0.hasPrefix("Targets: ") })
        let told = list.dropFirst("Targets: ".count).split(separator: " ").map(String.init)
        // A build of the edges has the first of them alone.
        let isWhole = FuzzTarget.named("value") != nil
        expect(isWhole ? told == names : told.starts(with: names))
        let refused = try tool.run(["nosuch"])
        expect(refused.errors.hasPrefix("fuzz: 'nosuch' is not a target; the targets are png jpg "))
        expectEqual(refused.status, 2)
    }
}
