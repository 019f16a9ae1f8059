import FlipbookCore
import FlipbookLint
import FlipbookManifest
import Foundation
import FlipbookTestSupport
import Testing

@Suite("The pre-commit hook")
struct HookTests {
    /// The expression that names must match for the hook to run.
    private func files() throws -> Regex<AnyRegexOutput> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        let line = try require(text.split(separator: "\n").first { $0.contains(" files: '") })
        return try Regex(String(line.drop { $0 != "'" }.dropFirst().dropLast()))
    }

    @Test("every image, manifest and configuration that a commit changes brings it about, and nothing else")
    func triggers() throws {
        let files = try files()
        for word in FolderEvidence.imageExtensions {
            expect("shots/walk.0001.\(word)".contains(files), "\(word)")
            expect("WALK.\(word.uppercased())".contains(files), "\(word)")
        }
        for name in ["walk.yaml", "walk.yml", "a/walk.json", "walk.ffconcat"] {
            expect(ManifestFile.format(of: FilePath(name)) != nil)
            expect(name.contains(files), "\(name)")
        }
        expect("A.imageset/Contents.json".contains(files))
        expect(LintConfiguration.fileName.contains(files))
        for name in ["main.swift", "png", "notes.txt", "walk.png.txt", "jsonx"] { expect(!name.contains(files)) }
    }
}
