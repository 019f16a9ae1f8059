import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// `--missing` holds for a frame that is missing, empty, cut short, damaged or no image, in every verb.
@Suite(.hangLimit) struct DamagedFrameTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// What can be the matter with a frame.
    enum Fault: String, CaseIterable {
        case missing
        case empty
        case cutShort
        /// The header is right; decoding finds it.
        case damaged
        case foreign
    }

    /// A policy, and the numbers of what is seen of six frames of which the third and the fourth are not right.
    struct Policy {
        let name: String
        let shown: [Int?]

        static let all = [
            Policy(name: "hold", shown: [1, 2, 2, 2, 5, 6]), Policy(name: "nearest", shown: [1, 2, 2, 5, 5, 6]),
            Policy(name: "black", shown: [1, 2, nil, nil, 5, 6]), Policy(name: "skip", shown: [1, 2, 5, 6]),
        ]
    }

    static let cases = Fault.allCases.flatMap { fault in Policy.all.map { (fault, $0) } }

    /// A manifest with the frames in a view.
    private let scene = """
        size: 24x18
        frameRate: 30
        duration: 0.2
        views: [{frame: [0, 0, 24, 18], animationImages: "walk/walk.####.png"}]
        """

    /// Six frames, the third and the fourth with a fault.
    private func spoil(_ fault: Fault, in folder: String = "walk") throws {
        try bench.add(1...6, to: folder)
        for number in 3...4 {
            let name = "\(folder)/\(TestFrames.name(number))"
            let whole = try bench.frames.png(number)
            switch fault {
            case .missing: try FileManager.default.removeItem(atPath: bench.folder.file(name).string)
            case .empty: try bench.folder.write([UInt8](), to: name)
            case .cutShort: try bench.folder.write(Array(whole.prefix(whole.count / 2)), to: name)
            case .damaged:
                var bytes = whole
                bytes[bytes.count - 17] ^= 0x55
                try bench.folder.write(bytes, to: name)
            case .foreign: try bench.folder.write(Array("no picture\n".utf8), to: name)
            }
        }
    }

    private func isBlack(_ pixels: [UInt8]) -> Bool {
        stride(from: 0, to: pixels.count, by: 4).allSatisfy { Array(pixels[$0..<$0 + 4]) == [0, 0, 0, 255] }
    }

    private func json(_ data: some Sequence<UInt8>) throws -> [String: Any] {
        try require(try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any])
    }

    @Test(
        "an export, its report and its receipt treat every fault alike",
        arguments: LongTests.cases(cases, every: 6)
    )
    func exported(fault: Fault, policy: Policy) throws {
        try spoil(fault)
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mkv",
            "--missing",
            policy.name,
            "--json",
            "--receipt",
            "a.json"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), policy.shown)
        let pixels = try bench.exported(["walk", "--missing", policy.name])
        for (picture, number) in zip(pixels, policy.shown) where number == nil { expect(isBlack(picture)) }
        let report = try json(outcome.output)
        expectEqual(report["framesIn"] as? Int, 4)
        expectEqual(report["framesEncoded"] as? Int, policy.shown.count)
        expectEqual(report["skipped"] as? String, policy.name == "skip" ? "3-4" : "")
        let substitutions = try require(report["substitutions"] as? [[String: Any]])
        expectEqual(substitutions.map { $0["frame"] as? Int }, policy.name == "skip" ? [] : [3, 4])
        expect(substitutions.allSatisfy { $0["policy"] as? String == policy.name })
        expectEqual(
            substitutions.map { $0["heldFrame"] as? Int },
            (policy.name == "skip" ? [] : Array(policy.shown[2...3]))
        )
        let named = fault == .missing ? ["3-4"] : [3, 4].map { "walk/\(TestFrames.name($0))" }
        if fault != .missing, policy.name != "skip" { expectEqual(substitutions.map { $0["file"] as? String }, named) }
        let notes = try require(report["notes"] as? [String])
        for name in named {
            expect(notes.contains { $0.contains(name) }, "\(notes)")
            expect(outcome.errors.contains(name), "\(outcome.errors)")
        }
        let receipt = try json(Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.json").string)))
        let kept = try require(receipt["report"] as? [String: Any])
        expectEqual(kept["notes"] as? [String], notes)
        expectEqual((kept["substitutions"] as? [[String: Any]])?.count, substitutions.count)
    }

    @Test(
        "a plan, segments made apart and their join show what the whole export shows, stand-ins of another segment included",
        arguments: LongTests.cases(cases, every: 7)
    )
    func joined(fault: Fault, policy: Policy) throws {
        try spoil(fault)
        let segments = try bench.makeSegments(["walk", "-o", "b.mkv", "--missing", policy.name], of: 2)
        expect(segments.count > 1)
        let joined = try bench.flipbook("join", "plan.json", "--json")
        try require(joined.status == 0, "\(joined.errors)")
        try expectEqual(bench.shown(in: "b.mkv", among: 1...6), policy.shown)
        let whole = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", policy.name, "--json")
        let (one, other) = (try json(joined.output), try json(whole.output))
        for key in ["framesIn", "framesEncoded", "skipped"] {
            expectEqual("\(one[key] ?? "")", "\(other[key] ?? "")", "\(key)")
        }
        expectEqual(one["substitutions"] as? NSArray, other["substitutions"] as? NSArray)
        expectEqual(one["notes"] as? [String], other["notes"] as? [String])
    }

    @Test("one frame is rendered as the export shows it", arguments: LongTests.cases(cases, every: 6))
    func rendered(fault: Fault, policy: Policy) throws {
        try spoil(fault)
        for number in 3...4 {
            let outcome = try bench.flipbook(
                "render",
                "walk",
                "--frame",
                "\(number)",
                "-o",
                "\(number).png",
                "--missing",
                policy.name,
                "--json"
            )
            if policy.name == "skip" {
                expectEqual(outcome.status, 2, "\(outcome.errors)")
                continue
            }
            try require(outcome.status == 0, "\(outcome.errors)")
            let pixels = try ImageDecoder().decode(contentsOf: bench.folder.file("\(number).png"))
                .withUnsafeBytes { Array($0) }
            expect(policy.shown[number - 1].map { pixels == bench.frames.pixels($0) } ?? isBlack(pixels))
            let report = try json(outcome.output)
            let substitution = try require(report["substitution"] as? [String: Any])
            expectEqual(substitution["frame"] as? Int, number)
            if fault != .missing { expectEqual(substitution["file"] as? String, "walk/\(TestFrames.name(number))") }
            expectEqual((report["notes"] as? [String])?.isEmpty, false)
        }
        try FileManager.default.removeItem(atPath: bench.folder.file("walk/\(TestFrames.name(1))").string)
        let first = try bench.flipbook("render", "walk", "--frame", "6", "-o", "6.png", "--missing", policy.name)
        expectEqual(first.status, 0, "\(first.errors)")
    }

    @Test("a player shows what stands in, names the file and ends well", arguments: LongTests.cases(cases, every: 6))
    func played(fault: Fault, policy: Policy) throws {
        try spoil(fault)
        for options in [["--missing", policy.name], []] {
            let outcome = try bench.flipbook(
                ["play", "walk", "--sink", "fakesink", "--every-frame", "--repeat", "1", "--json"] + options
            )
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            let report = try json(outcome.output)
            let count = options.isEmpty ? 6 : policy.shown.count
            expectEqual(report["presented"] as? Int, count)
            expectEqual(report["undecodable"] as? Int, fault == .missing ? 0 : 2)
            let notes = try require(report["notes"] as? [String])
            for name in fault == .missing ? ["3-4"] : ["walk/walk.0003.png: ", "walk/walk.0004.png: "] {
                expect(outcome.errors.contains(name), "\(outcome.errors)")
                expect(notes.contains { $0.contains(name) }, "\(notes)")
            }
        }
    }

    @Test("a player asks for the longest gap, whatever is the matter with its frames", arguments: Fault.allCases)
    func gapPlayed(fault: Fault) throws {
        try spoil(fault)
        for (length, status) in [("1", 1), ("2", 0)] as [(String, Int32)] {
            let outcome = try bench.flipbook(
                ["play", "walk", "--sink", "fakesink", "--every-frame", "--repeat", "1"]
                    + ["--missing", "hold", "--max-gap", length]
            )
            expect(outcome.status == status, "\(outcome.errors)")
            expectEqual(outcome.errors.contains("--max-gap"), (status == 1), "\(outcome.errors)")
        }
    }

    @Test(
        "frames of a manifest's view are treated as those of the sequence",
        arguments: LongTests.cases(cases, every: 6)
    )
    func ofView(fault: Fault, policy: Policy) throws {
        try spoil(fault)
        try bench.folder.write(Array(scene.utf8), to: "scene.yaml")
        let refused = try bench.flipbook("export", "scene.yaml", "-o", "no.mkv")
        expectEqual(refused.status, (fault == .missing ? 3 : 1), "\(refused.errors)")
        expect(refused.errors.contains("--missing hold"), "\(refused.errors)")
        if fault != .missing {
            for number in 3...4 { expect(refused.errors.contains(TestFrames.name(number)), "\(refused.errors)") }
        }
        // What is left out makes the view's cycle shorter, which begins again.
        let shown = policy.shown + (policy.name == "skip" ? [1, 2] : [])
        let outcome = try bench.flipbook("export", "scene.yaml", "-o", "a.mkv", "--missing", policy.name)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), shown)
        for number in 3...4 { expect(outcome.errors.contains("walk/\(TestFrames.name(number))"), "\(outcome.errors)") }
        expect(!outcome.errors.contains("link"), "\(outcome.errors)")
        // In the manifest itself, and in segments.
        try bench.folder.write(Array("missing: \(policy.name)\n\(scene)".utf8), to: "scene.yaml")
        _ = try bench.makeSegments(["scene.yaml", "-o", "b.mkv"], of: 3)
        let joined = try bench.flipbook("join", "plan.json")
        expectEqual(joined.status, 0, "\(joined.errors)")
        try expectEqual(bench.shown(in: "b.mkv", among: 1...6), shown)
        let played = try bench.flipbook("play", "scene.yaml", "--sink", "fakesink", "--repeat", "1")
        expectEqual(played.status, 0, "\(played.errors)")
    }

    @Test(
        "without the option a frame is refused with its name and the option, and the linter reports it either way",
        arguments: Fault.allCases
    )
    func refused(fault: Fault) throws {
        try spoil(fault)
        let name = fault == .missing ? "3-4" : "walk/walk.0003.png"
        for arguments in [
            ["export", "walk", "-o", "a.mkv"], ["render", "walk", "--frame", "3", "-o", "a.png"],
            ["plan", "walk", "-o", "a.mkv"],
        ] {
            // A plan without a policy decodes nothing.
            if fault == .damaged, arguments[0] == "plan" { continue }
            let outcome = try bench.flipbook(arguments)
            expectEqual(outcome.status, 1, "\(arguments): \(outcome.errors)")
            expect(outcome.errors.contains(name), "\(arguments): \(outcome.errors)")
            expect(outcome.errors.contains("--missing hold"), "\(arguments): \(outcome.errors)")
            guard fault != .missing, arguments[0] != "render" else { continue }
            expect(outcome.errors.contains("walk/walk.0004.png"), "\(arguments): \(outcome.errors)")
        }
        let strict = try bench.flipbook("play", "walk", "--strict", "--sink", "fakesink", "--repeat", "1")
        expect(strict.status == 1 && strict.errors.contains("--missing hold"), "\(strict.errors)")
        try expectEqual(bench.names(), ["walk"])
        try bench.folder.write(Array("animationImages: walk/walk.####.png\nmissing: hold\n".utf8), to: "walk.yaml")
        if fault != .missing {
            for input in ["walk", "walk.yaml"] {
                try expectEqual(bench.flipbook("lint", "--deep", input).status, 1, "\(input)")
            }
        }
    }

    @Test("a segment refuses damaged frames that its plan did not decode, and says how the plan accepts them")
    func refusedSegment() throws {
        try spoil(.damaged)
        let plan = try bench.flipbook("plan", "walk", "-o", "a.mkv", "--segment", "3")
        try require(plan.status == 0, "\(plan.errors)")
        try bench.folder.write(Array(plan.output), to: "plan.json")
        for (index, number) in [(0, 3), (1, 4)] {
            let refused = try bench.flipbook("segment", "plan.json", "--index", "\(index)")
            expectEqual(refused.status, 1, "\(refused.errors)")
            for words in [TestFrames.name(number), "--missing hold", "flipbook plan"] {
                expect(refused.errors.contains(words), "\(refused.errors)")
            }
        }
        let whole = try bench.flipbook("export", "walk", "-o", "a.mkv", "--segment", "3", "--resume")
        expect(whole.status == 1 && whole.errors.contains("--missing hold"), "\(whole.errors)")
        expect(!whole.errors.contains("flipbook plan"), "\(whole.errors)")
    }

    @Test("frames that cannot be shown count in a row together, and all of them are refused")
    func rows() throws {
        try spoil(.damaged)
        try FileManager.default.removeItem(atPath: bench.folder.file("walk/\(TestFrames.name(5))").string)
        let long = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", "hold", "--max-gap", "2")
        expect(long.status == 1 && long.errors.contains("3-5"), "\(long.errors)")
        let short = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", "hold", "--max-gap", "3")
        expectEqual(short.status, 0, "\(short.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), [1, 2, 2, 2, 2, 6])
        for number in [1, 2, 3, 4, 6] { try bench.folder.write([UInt8](), to: "walk/\(TestFrames.name(number))") }
        let none = try bench.flipbook("export", "walk", "-o", "b.mkv", "--missing", "hold")
        expect(none.status == 1 && none.errors.contains("walk/walk.0001.png"), "\(none.errors)")
    }

    @Test("a refusal under a policy names the damaged frames, and does not offer the policy again")
    func refusedInSpite() throws {
        try spoil(.empty)
        try bench.folder.write(Array(scene.utf8), to: "scene.yaml")
        for input in ["walk", "scene.yaml"] {
            let long = try bench.flipbook("export", input, "-o", "a.mkv", "--missing", "hold", "--max-gap", "1")
            expect(long.status == 1 && long.errors.contains("--max-gap"), "\(long.errors)")
            expect(!long.errors.contains("--missing") && !long.errors.contains("are missing"), "\(long.errors)")
            for number in 3...4 { expect(long.errors.contains("walk/\(TestFrames.name(number))"), "\(long.errors)") }
        }
        for number in 1...6 { try bench.folder.write([UInt8](), to: "walk/\(TestFrames.name(number))") }
        let none = try bench.flipbook("render", "walk", "--frame", "3", "-o", "a.png", "--missing", "hold")
        expect(none.status == 1 && none.errors.contains("walk/walk.0003.png"), "\(none.errors)")
        expect(!none.errors.contains("--missing"), "\(none.errors)")
    }

    @Test("a file on a failing disk is damaged; one without permission to read it is not")
    func unreadable() {
        expect(ImageError.unreadable(errno: EIO).isDamage)
        expect(!ImageError.unreadable(errno: EACCES).isDamage)
    }

    @Test("several files, a stream and files without numbers are made with the same stand-ins")
    func otherWays() throws {
        try spoil(.damaged)
        let both = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mkv",
            "-o",
            "b.gif",
            "-o",
            "c.##.png",
            "--missing",
            "hold"
        )
        expectEqual(both.status, 0, "\(both.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), Policy.all[0].shown)
        let stream = try bench.flipbook("export", "walk", "-o", "-", "--format", "y4m", "--missing", "hold")
        expectEqual(stream.status, 0, "\(stream.errors)")
        let names = ["one", "two", "three"]
        for (name, number) in zip(names, 2...4) {
            try FileManager.default.copyItem(
                atPath: bench.folder.file("walk/\(TestFrames.name(number))").string,
                toPath: bench.folder.file("\(name).png").string
            )
        }
        let unnumbered = names.map { "\($0).png" }
        let named = try bench.flipbook(["export", "-o", "d.mkv", "--missing", "hold", "--json"] + unnumbered)
        try require(named.status == 0, "\(named.errors)")
        try expectEqual(bench.shown(in: "d.mkv", among: 1...6), [2, 2, 2])
        let substitutions = try require(try json(named.output)["substitutions"] as? [[String: Any]])
        expectEqual(substitutions.map { $0["frame"] as? Int }, [2, 3])
        let third = try bench.flipbook(["render", "--frame", "3", "-o", "e.png", "--missing", "nearest"] + unnumbered)
        expectEqual(third.status, 0, "\(third.errors)")
    }

    @Test("a comparison refuses a damaged frame, or says that it cannot be compared")
    func compared() throws {
        try spoil(.damaged)
        try bench.add(1...6, to: "good")
        let refused = try bench.flipbook("diff", "walk", "good")
        expect(refused.status == 1 && refused.errors.contains("--missing hold"), "\(refused.errors)")
        let held = try bench.flipbook("diff", "walk", "good", "--missing", "hold", "--json")
        expectEqual(held.status, 1, "\(held.errors)")
        let report = try json(held.output)
        expectEqual(report["incomparable"] as? String, "3-4")
        expectEqual((report["frames"] as? [[String: Any]])?.count, 0)
        expect(held.errors.contains("walk/walk.0003.png"), "\(held.errors)")
    }
}
