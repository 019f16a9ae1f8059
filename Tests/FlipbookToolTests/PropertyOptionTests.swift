import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Options that set a property")
struct PropertyOptionTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write(Array("animationImages: [w1.png, w2.png]\n".utf8), to: "w.yaml")
        for number in [1, 2] { try folder.write(TestFrames(width: 8, height: 6).png(number), to: "w\(number).png") }
    }

    /// What an option is given for a value in a manifest.
    private static func text(_ value: ManifestValue) -> String {
        switch value {
        case .word(let text), .text(let text): text
        case .list(let values), .sequence(let values): values.map(text).joined(separator: ",")
        case .flow(let fields): fields.map { text($0.value) }.joined(separator: ",")
        }
    }

    @Test(
        "flipbook manifest writes what each one sets",
        arguments: LongTests.cases(ManifestRow.all.filter { $0.option != nil }, every: 3)
    )
    func written(row: ManifestRow) throws {
        let option = try require(row.option)
        let example = "animationImages: [w1.png, w2.png]\n\(row.key.rawValue): \(row.example)\n"
        let manifest = try ManifestFile(Array(example.utf8), of: FilePath("example.yaml"), as: .yaml).manifest
        let value = try require(row.value(manifest))
        let said = value == .word("true") ? [] : [Self.text(value)]
        let outcome = try Program.flipbook.run(
            ["manifest", "w.yaml", "-q", "--json", "--\(option.name)"] + said,
            in: folder.path
        )
        expectEqual(outcome.text, manifest.json, "--\(option.name) \(said): \(outcome.errors)")
    }
}
