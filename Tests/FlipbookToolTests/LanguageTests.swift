import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Pictures in the language of the reader: folders of languages, files of theirs, and what a manifest says in others.
@Suite(.hangLimit) struct LanguageTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.add(1...4, to: "loc/Base.lproj")
        for number in 1...4 {
            try bench.folder.write(bench.frames.png(number + 50), to: "loc/fr.lproj/\(TestFrames.name(number))")
        }
        try bench.folder.write(bench.frames.png(9), to: "hero.png")
        try bench.folder.write(bench.frames.png(99), to: "hero.fr.png")
        try bench.folder.write(bench.frames.png(8), to: "fine@2x.png")
        try bench.folder.write(bench.frames.png(88), to: "fine.fr@2x.png")
    }

    private func shown(_ arguments: String..., language: String) throws -> [UInt8] {
        let outcome = try bench.flipbook(
            ["render"] + arguments + ["-o", "out.png", "--overwrite"],
            environment: ["LANG": language, "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return try ImageDecoder().decode(contentsOf: bench.folder.file("out.png")).withUnsafeBytes { Array($0) }
    }

    @Test("a folder of languages gives the environment's, or the option's; Base where nothing else is wanted")
    func folders() throws {
        try expectEqual(shown("loc", language: "fr_CA.UTF-8"), bench.frames.pixels(51))
        try expectEqual(shown("loc", language: "C"), bench.frames.pixels(1))
        try expectEqual(shown("loc", language: "de_DE.UTF-8"), bench.frames.pixels(1))
        try expectEqual(shown("loc", "--language", "de,fr", language: "C"), bench.frames.pixels(51))
        try expectEqual(shown("loc", "--language", "Base", language: "fr"), bench.frames.pixels(1))
        try expectEqual(shown("loc/walk.####.png", "--frame", "2", language: "fr"), bench.frames.pixels(52))
        try expectEqual(shown("hero.png", language: "fr"), bench.frames.pixels(99))
        try expectEqual(shown("hero.png", language: "C"), bench.frames.pixels(9))
        try expectEqual(shown("fine@2x.png", "--scale", "2", language: "fr"), bench.frames.pixels(88))
    }

    @Test("a sequence comes from one language: what lacks frames gives way as a whole, and a note says so")
    func incomplete() throws {
        try FileManager.default.removeItem(atPath: bench.folder.file("loc/fr.lproj/\(TestFrames.name(3))").string)
        let outcome = try bench.flipbook("export", "loc", "--language", "fr", "-o", "f.mkv", "--poster", "f.png")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.errors.contains("fr.lproj lacks frame 3 of walk.####.png, so all frames come from Base.lproj"))
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("f.png"))
        expectEqual(picture.withUnsafeBytes { Array($0) }, bench.frames.pixels(1))
    }

    @Test("a manifest's keys for a language go before its own; a mistake in any language is told")
    func manifests() throws {
        let text = "animationImages: loc/Base.lproj\nlocalized:\n  fr: {animationImages: [hero.png]}\n"
        try bench.folder.write(Array(text.utf8), to: "m.yaml")
        try expectEqual(shown("m.yaml", language: "C"), bench.frames.pixels(1))
        try expectEqual(shown("m.yaml", language: "fr"), bench.frames.pixels(99))
        try bench.folder.write(Array((text + "  de: {animationImage: x}\n").utf8), to: "m.yaml")
        let outcome = try bench.flipbook("render", "m.yaml", "-o", "x.png")
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains("m.yaml:4:8: localized.de.animationImage: there is no such key"),
            "\(outcome.errors)"
        )
    }

    @Test("a language that is none is refused")
    func refusal() throws {
        let outcome = try bench.flipbook("render", "loc", "--language", "french!", "-o", "x.png")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("--language: 'french!' is not a language."), "\(outcome.errors)")
    }
}
