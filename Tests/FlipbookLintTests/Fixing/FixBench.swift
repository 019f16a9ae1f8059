import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// A folder to be fixed.
struct FixBench {
    let parent: TemporaryDirectory
    /// The folder's path.
    var path: String { parent.path + "/walk" }

    init() throws {
        parent = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a frame of a size, other pixels for each number.
    func add(_ name: String, _ number: Int = 0, width: Int = 8, height: Int = 6, alpha: Bool = false) throws {
        let frames = TestFrames(width: width, height: height, hasAlpha: alpha)
        try parent.write(frames.png(number), to: "walk/" + name)
    }

    /// Writes an opaque frame that has an alpha channel all the same.
    func addOpaque(_ name: String, _ number: Int, width: Int = 8, height: Int = 6) throws {
        let picture = TestFrames(width: width, height: height).picture(number)
        try parent.write(try PNGEncoder.encode(picture), to: "walk/" + name)
    }

    /// What some rules find, and what fixes it.
    func plans(_ rules: Set<RuleID>, sizing: FixSettings.Sizing = .fit) async throws -> [FixPlan] {
        let evidence = try LintInput.evidence(for: [path])
        let linter = FixBench.linter(rules)
        let report = try await linter.lint(evidence)
        return try await FixPlanner(linter, settings: FixSettings(allowsUnsafe: true, sizing: sizing))
            .plans(for: evidence, findings: report.findings)
    }

    /// Takes back the last fix of a folder, and says how many files were moved.
    @discardableResult
    static func undo(_ path: String, stoppingAfter limit: Int? = nil) async throws -> Int {
        let plan = try await UndoPlan(FilePath(path))
        try await plan.run(stoppingAfter: limit)
        return plan.moveCount
    }

    /// The one plan for the folder.
    func plan(_ rules: Set<RuleID>, sizing: FixSettings.Sizing = .fit) async throws -> FixPlan {
        let plans = try await plans(rules, sizing: sizing)
        expectEqual(plans.count, 1)
        return try require(plans.first)
    }

    /// What rules find in a folder.
    static func findings(_ rules: Set<RuleID>, in path: String) async throws -> [String] {
        try await linter(rules).lint(LintInput.evidence(for: [path])).findings.map { "\($0.subject) \($0.rule)" }
    }

    static func linter(_ rules: Set<RuleID>) -> Linter {
        Linter(rules: RuleRegistry.all.filter { rules.contains($0.id) }, deepest: .pixels)
    }

    /// Every file in the folder and below, with its bytes; links with what they hold.
    func contents() throws -> [String: Data] {
        var result: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let file = path + "/" + name
            if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file) {
                result[name] = Data(("-> " + link).utf8)
            } else {
                result[name] = FileManager.default.contents(atPath: file) ?? Data("folder".utf8)
            }
        }
        return result
    }

    /// The names in the folder, hidden ones left out.
    func names(_ folder: String = "walk") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: parent.path + "/" + folder)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The pixels of a frame.
    func pixels(_ name: String, in folder: String = "walk") throws -> [UInt8] {
        try ImageDecoder().decode(contentsOf: parent.file(folder + "/" + name)).withUnsafeBytes { Array($0) }
    }

    /// The lines of a plan without its head.
    static func lines(_ plan: FixPlan) -> [String] {
        plan.description.split(separator: "\n").dropFirst(2).map(String.init)
    }
}

extension FixBench {
    /// The rules that mend what ``withEveryFault()`` makes.
    static let rulesOfEveryFault: Set<RuleID> = [
        "seq.gap", "seq.mixed-padding", "seq.mixed-size", "load.format-by-extension", "seq.start-index",
    ]

    /// A folder with a shift by one, a wrong padding, a gap, an odd size, odd names, another file, a folder and a link.
    static func withEveryFault() throws -> FixBench {
        let bench = try FixBench()
        for number in [2, 3, 4, 6, 7] { try bench.add("a.000\(number).png", number) }
        try bench.add("a.8.png", 8)
        try bench.add("a.0009.png", 9, width: 10, height: 4)
        try bench.add("e\u{301}\n\u{1B}[31m.jpg", 1)
        try bench.parent.write(Array("notes".utf8), to: "walk/notes.txt")
        try bench.parent.write(Array("below".utf8), to: "walk/below/file.txt")
        try FileManager.default.createSymbolicLink(atPath: bench.path + "/out.png", withDestinationPath: "../gone")
        return bench
    }
}
