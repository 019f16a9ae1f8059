import FlipbookTestSupport
import Foundation
import Testing

@Suite("The recipes of the documentation run as they are written", .hangLimit)
struct RecipeTests {
    /// The blocks of code on a page of the documentation, with their languages.
    private static let recipes: [(language: String, text: String)] = {
        let page = Samples.checkout.appendingPathComponent("Documentation/Recipes.md")
        guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
        return text.matches(of: /(?s)```([a-z]+)\n(.*?)```/).map { (String($0.1), String($0.2)) }
    }()

    @Test(
        "every recipe ends well and says something of the frames",
        arguments: LongTests.cases(Array(recipes.indices), every: 3)
    )
    func recipe(_ index: Int) throws {
        let bench = try Workbench(walk: 1...3)
        try bench.add(1...3, to: "shots/a")
        try bench.add([1, 2, 4, 5, 6, 7, 8, 9], to: "shots/b")
        // `flipbook` as the recipes call it.
        try FileManager.default.createDirectory(atPath: bench.folder.path + "/bin", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.path + "/bin/flipbook",
            withDestinationPath: Program.flipbook.name
        )
        let (language, text) = Self.recipes[index]
        let file = language == "make" ? "Makefile" : "recipe"
        try bench.folder.write(Array(text.utf8), to: file)
        let command =
            switch language {
            case "python": ["python3", file]
            case "make": ["make"]
            default: ["sh", file]
            }
        let path = bench.folder.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let outcome = try Program("env").run(["PATH=\(path)"] + command, in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let names = try bench.names()
        switch (language, index) {
        case ("python", 0): expectEqual(outcome.text, "3 frames, 0.125 s\n")
        case ("python", 1): expect(outcome.text.contains("error seq.gap shots/b/walk.####.png 3 "))
        case ("python", 2): expectEqual(names.filter { $0.hasPrefix("film-") }, ["film-0.mkv", "film-1.mkv"])
        case ("python", _): expect(outcome.text.contains("{"))
        case ("make", _): expect(names.contains("walk.mp4"))
        default: expect(Set(names).isSuperset(of: ["web.mp4", "web.webm", "web.png"]))
        }
    }

    @Test("the page has recipes for Python, make and the shell")
    func languages() {
        expectEqual(Set(Self.recipes.map(\.language)), ["python", "make", "sh"])
        expect(Self.recipes.count >= 6)
    }
}
