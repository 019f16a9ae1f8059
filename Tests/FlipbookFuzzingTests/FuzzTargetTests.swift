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

/// Everything that `tools/fuzz` feeds, over its seeds, over what was found, and over changes of them.
@Suite("Fuzz targets", .hangLimit) struct FuzzTargetTests {
    private static let seed: UInt64 = 0xF022

    @Test("what must hold of every input holds of the seeds and of changed ones", arguments: FuzzTarget.all.map(\.name))
    func holds(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.seeds
        #expect(!seeds.isEmpty)
        for (name, bytes) in seeds { #expect(!target.run(bytes).isBroken, "\(name): \(target.run(bytes))") }
        var random = RandomBytes(seed: Self.seed)
        // A profile is computed with, which takes a hundred times as long as to read another input.
        let daily = name == "profile" ? 20 : 40
        for round in 0..<(LongTests.areWanted ? 2_000 : daily) {
            var bytes = try #require(seeds.randomElement(using: &random)).bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: bytes[place] = .random(in: 0...255, using: &random)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                }
            }
            let outcome = target.run(bytes)
            #expect(!outcome.isBroken, "\(outcome), seed \(Self.seed), round \(round): \(bytes)")
        }
    }

    @Test(
        "every seed of its own is read: changes of one that is refused stay at the door",
        arguments: FuzzTarget.all.map(\.name)
    )
    func valid(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.ownSeeds.filter { $0.name.hasPrefix("seed-") }
        // A target of pictures may have those of the conformance set alone.
        #expect(!seeds.isEmpty || !target.imageSeeds.isEmpty)
        for (name, bytes) in seeds { #expect(target.run(bytes) == .read, "\(name)") }
    }

    @Test(
        "what must hold holds of a picture's file that is cut at every length",
        arguments: FuzzTarget.all.filter { !$0.imageSeeds.isEmpty }.map(\.name)
    )
    func cut(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        // Short ones that are pictures: every length of a long file takes minutes.
        let seeds = try target.seeds.map(\.bytes).filter { $0.count > 100 }.sorted { $0.count < $1.count }
        for file in seeds.prefix(LongTests.areWanted ? 3 : 1) {
            for length in 0..<min(file.count, LongTests.areWanted ? 5_000 : 2000) {
                let outcome = target.run(Array(file[..<length]))
                #expect(!outcome.isBroken, "\(outcome), \(length) of \(file.count) bytes")
            }
        }
    }

    @Test("the tool knows the same targets, and each has its name once")
    func names() throws {
        let names = FuzzTarget.all.map(\.name)
        #expect(Set(names).count == names.count)
        let tool = Program(Samples.checkout.appendingPathComponent("tools/fuzz").path)
        let list = try #require(try tool.run(["--help"]).text.split(separator: "\n").last { $0.hasPrefix("Targets: ") })
        let told = list.dropFirst("Targets: ".count).split(separator: " ").map(String.init)
        // A build of the edges has the first of them alone.
        let isWhole = FuzzTarget.named("value") != nil
        #expect(isWhole ? told == names : told.starts(with: names))
        let refused = try tool.run(["nosuch"])
        #expect(refused.errors.hasPrefix("fuzz: there is no target 'nosuch'; the targets are png jpg "))
        #expect(refused.status == 2)
    }
}
