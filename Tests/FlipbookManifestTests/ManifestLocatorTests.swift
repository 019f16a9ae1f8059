import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Frames that a manifest names")
struct ManifestLocatorTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for number in 1...3 { try folder.write([1], to: "set/walk\(number).png") }
        try folder.write([1], to: "outside.png")
    }

    private func locate(
        _ text: String,
        numbers: FrameSet? = nil,
        allowed: [FilePath] = []
    ) throws(ManifestFileError) -> FrameList {
        let path = folder.file("set/walk.yaml")
        let file: ManifestFile
        do { file = try ManifestFile(Array(text.utf8), of: path, as: .yaml) } catch { throw .manifest(error) }
        return try ManifestLocator(allowedFolders: allowed).locate(file, numbers: numbers)
    }

    @Test("paths are relative to the manifest, held frames repeat, durations stay with their frames")
    func list() throws {
        let list = try locate(
            "animationImages: [walk3.png, {image: ./walk1.png, hold: 3}, {image: walk2.png, duration: 2}]"
        )
        expectEqual(list.frames.map(\.number), [3, 1, 1, 1, 2])
        expectEqual(list.frames.map(\.duration), [nil, nil, nil, nil, RationalTime(2)])
        expectEqual(list.frames[0].path, folder.file("set/walk3.png"))
        try expectEqual(locate("animationImages: walk@.png").frames.count, 3)
        try expectEqual(locate("image: walk2.png").frames.map(\.number), [2])
    }

    @Test("a manifest for settings has its files as seen from where the program runs")
    func located() throws {
        let text =
            "animationImages: [walk1.png]\nimage: walk2.png\noverlays: [{image: walk3.png, alpha: 0.5}]\nalpha: 0.25"
        let file = try ManifestFile(Array(text.utf8), of: folder.file("set/walk.yaml"), as: .yaml)
        let manifest = try ManifestLocator().manifest(of: file)
        expectEqual(manifest.animationImages, .list([.init(image: folder.file("set/walk1.png"))]))
        expectEqual(manifest.image, folder.file("set/walk2.png"))
        expectEqual(manifest.overlays, [Overlay(image: folder.file("set/walk3.png"), alpha: 0.5)])
        expectEqual(manifest.properties, file.manifest.properties)
        let outside = try ManifestFile(Array("image: ../outside.png".utf8), of: folder.file("set/a.yaml"), as: .yaml)
        #expect(throws: ManifestFileError.self) { try ManifestLocator().manifest(of: outside) }
    }

    @Test("the manifest's scale, mismatch and dialect count where the locator is given nothing")
    func ownPolicies() throws {
        for number in 1...2 { try folder.write([1], to: "set/walk\(number)@2x.png") }
        let fitted = try locate("animationImages: walk@.png\nscale: 2\nmismatch: fit")
        expectEqual(fitted.frames.map(\.scale), [2, 2, 1])
        #expect(throws: ManifestFileError.self) { try locate("animationImages: walk@.png\nscale: 2") }
        let nuke = "animationImages: \"walk#.png 2-3\"\ndialect: nuke"
        try expectEqual(locate(nuke).frames.map(\.number), [2, 3])
        let clique = "animationImages: \"walk%d.png [1, 3]\"\ndialect: clique"
        try expectEqual(locate(clique).frames.map(\.number), [1, 3])
        let file = try ManifestFile(Array(nuke.utf8), of: folder.file("set/walk.yaml"), as: .yaml)
        #expect(throws: ManifestFileError.self) { try ManifestLocator(dialect: .fileseq).locate(file) }
    }

    @Test("numbers are chosen before held frames repeat")
    func selection() throws {
        let text = "animationImages: [walk3.png, {image: walk1.png, hold: 2}, walk2.png]"
        try expectEqual(locate(text, numbers: try FrameSet(parsing: "1-2")).frames.map(\.number), [1, 1, 2])
    }

    @Test("a file that is not there is named with its place in the document")
    func absent() throws {
        let error = #expect(throws: ManifestFileError.self) { try locate("animationImages: [walk1.png, walk9.png]") }
        expectEqual(
            error?.description,
            "\(folder.path)/set/walk.yaml:1:30: animationImages[1]: \(folder.path)/set/walk9.png: "
                + "there is no such file or folder; check the spelling"
        )
    }

    @Test(
        "no path leads out of the manifest's folder unless that is allowed",
        arguments: [
            "animationImages: [../outside.png]", "animationImages: [ABSOLUTE]", "animationImages: [link.png]",
            "animationImages: [back/outside.png]", "animationImages: [x/../../outside.png]", "image: ../outside.png",
            "animationImages: ../outside@.png", "animationImages: back/outside@.png",
            "animationImages: ../other/far@.png", "animationImages: x/../../other/far@.png",
        ]
    )
    func outside(text: String) throws {
        let manager = FileManager.default
        try folder.write([1], to: "outside1.png")
        try folder.write([1], to: "outside2.png")
        for number in 1...2 { try folder.write([1], to: "other/far\(number).png") }
        try manager.createDirectory(atPath: folder.path + "/set/x", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: folder.path + "/set/link.png", withDestinationPath: "../outside.png")
        try manager.createSymbolicLink(atPath: folder.path + "/set/back", withDestinationPath: "..")
        let text = text.replacing("ABSOLUTE", with: folder.path + "/outside1.png")
        let error = #expect(throws: ManifestFileError.self) { try locate(text) }
        let words = error?.description ?? ""
        expect(words.contains("is outside the manifest's folder"), "\(words)")
        try expect(!locate(text, allowed: ["/"]).frames.isEmpty)
        // The folder that the message names is enough, and one beside it is not.
        let named = try require(words.firstMatch(of: /allowedFolders: (\/[^ ]*)\.$/)?.output.1, "\(words)")
        try expect(!locate(text, allowed: [FilePath(String(named))]).frames.isEmpty, "\(words)")
        #expect(throws: ManifestFileError.self) { try locate(text, allowed: [FilePath(folder.path + "/set/x")]) }
    }

    @Test(
        "an absolute path into the manifest's own folder is read, also through a link to that; one by .. out of it is not"
    )
    func absolute() throws {
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "set")
        for base in [folder.path + "/set", folder.path + "/set/../set", link] {
            let file = try ManifestFile(
                Array("animationImages: \(base)/walk@.png\nimage: \(base)/walk1.png".utf8),
                of: FilePath(base + "/walk.yaml"),
                as: .yaml
            )
            try expectEqual(ManifestLocator().locate(file).frames.count, 3, "\(base)")
        }
        #expect(throws: ManifestFileError.self) { try locate("image: \(folder.path)/set/../outside.png") }
        #expect(throws: ManifestFileError.self) { try locate("image: \(folder.path)/set2/a.png") }
    }

    @Test("absolute paths that lead out are one mistake, with their number and the folder around them")
    func manyAbsolute() throws {
        let error = #expect(throws: ManifestFileError.self) {
            try locate("animationImages: [/far/a/1.png, walk1.png, /far/b/2.png, /far/a/1.png]")
        }
        let words = "2 files are outside the manifest's folder, starting with /far/a/1.png. Allow them with "
        expectEqual(
            error?.description.hasSuffix("animationImages[0]: \(words)allowedFolders: /far, or move them there."),
            true
        )
        expectEqual(error?.description.contains("\n"), false, "\(error?.description ?? "")")
    }

    @Test("every path that leads out is told with its place, whatever key it stands under, and with what is not there")
    func everyWayOut() throws {
        for number in 1...2 {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/set/link\(number).png",
                withDestinationPath: "../outside.png"
            )
        }
        let text = """
            image: ../a.png
            animationImages: [walk1.png, ../b.png, link1.png, nope.png]
            highlightedImage: /c.png
            lut: ../d.cube
            overlays: [walk2.png, ../e.png, link2.png]
            views:
              - {image: ../f.png, subviews: [{animationImages: [walk1.png, ../g.png]}]}
              - {timeline: [{input: ../h.png, duration: 1}]}
            """
        let besides = [
            "highlightedImage", "lut", "overlays[1]", "overlays[2]", "views[0].image",
            "views[0].subviews[0].animationImages[1]", "views[1].timeline[0]",
        ]
        let list = ["animationImages[1]", "animationImages[2]", "animationImages[3]"]
        try expectEqual(waysOut { _ = try locate(text) }, ["image"] + list + besides)
        let file = try ManifestFile(Array(text.utf8), of: folder.file("set/walk.yaml"), as: .yaml)
        try expectEqual(waysOut { _ = try ManifestLocator().manifest(of: file) }, ["image"] + besides)
        try expectEqual(waysOut { _ = try locate("animationImages: link@.png") }.count, 2)
    }

    private func waysOut(_ look: () throws -> Void) throws -> [String] {
        let error = try #require(throws: ManifestFileError.self) { try look() }
        guard case .files(let found, areOutside: true) = error else { throw error }
        return found.faults.map(\.path)
    }

    @Test("held frames stay as long where a number between them is missing, whatever stands in for it")
    func holdsAndGaps() throws {
        let text = "animationImages: [{image: walk1.png, hold: 2}, {image: walk3.png, hold: 3}]"
        let list = try locate(text, numbers: try FrameSet(parsing: "1-3"))
        expectEqual(list.missing.description, "2")
        try expectEqual(list.substituting(.hold).frames.map(\.number), [1, 1, 2, 3, 3, 3])
        try expectEqual(list.substituting(.black).frames.map(\.number), [1, 1, 2, 3, 3, 3])
        try expectEqual(list.substituting(.nearest).substituted.map(\.number), [2])
        try expectEqual(list.substituting(.skip).frames.map(\.number), [1, 1, 3, 3, 3])
    }

    @Test("every file that is not there is reported, each with its place, and a pattern's fault has its own")
    func places() throws {
        let files = #expect(throws: ManifestFileError.self) {
            try locate("animationImages:\n  - walk1.png\n  - nope.png\n  - {hold: 2, image: nope2.png}\n  - ../m.png\n")
        }
        let lines = (files?.description ?? "").split(separator: "\n").map(String.init)
        let file = folder.file("set/walk.yaml")
        expectEqual(lines.count, 3)
        for (line, start) in zip(
            lines,
            [
                "\(file):3:5: animationImages[1]: ", "\(file):4:22: animationImages[2]: ",
                "\(file):5:5: animationImages[3]: ../m.png is outside",
            ]
        ) { expect(line.hasPrefix(start), "\(line)") }
        for text in ["title: a\nanimationImages: w.1-3x0#.png", "title: a\nanimationImages: ../m/w#.png"] {
            let error = #expect(throws: ManifestFileError.self) { try locate(text) }
            expectEqual(
                error?.description.hasPrefix("\(file):2:18: animationImages: "),
                true,
                "\(error?.description ?? "")"
            )
        }
        let script = try ManifestFile(
            Array("ffconcat version 1.0\nfile walk1.png\n file nope.png\n".utf8),
            of: folder.file("set/a.ffconcat"),
            as: .ffconcat
        )
        let concat = #expect(throws: ManifestFileError.self) { try ManifestLocator().locate(script) }
        expectEqual(concat?.description.hasPrefix("\(script.path):3:7: animationImages[1]: "), true)
    }

    @Test("two folders whose names look alike and differ in their bytes are judged one by one")
    func composedNames() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        try folder.write([1], to: "set/\(composed)/w1.png")
        try folder.write([1], to: "elsewhere/secret.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/set/\(decomposed)",
            withDestinationPath: "../elsewhere"
        )
        for text in [
            "animationImages: [\(composed)/w1.png, \(decomposed)/secret.png]",
            "animationImages: [\(decomposed)/secret.png, \(composed)/w1.png]",
        ] {
            let error = #expect(throws: ManifestFileError.self) { try locate(text) }
            expectEqual(
                error?.description.contains("\(decomposed)/secret.png is outside"),
                true,
                "\(error?.description ?? "")"
            )
        }
        try expectEqual(locate("animationImages: [\(composed)/w1.png]").frames.count, 1)
    }

    @Test("a link within the folder is no way out, and .. that comes back is none either")
    func inside() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/set/l.png", withDestinationPath: "walk1.png")
        try FileManager.default.createDirectory(atPath: folder.path + "/set/x", withIntermediateDirectories: true)
        try expectEqual(locate("animationImages: [l.png, x/../walk1.png]").frames.count, 2)
    }

    @Test("a file is known by its extension or by its first bytes")
    func formats() throws {
        try folder.write(Array("ffconcat version 1.0\nfile a".utf8), to: "list.txt")
        try folder.write(Array("ffconcat version 1.0\nfile a".utf8), to: "list.png")
        expectEqual(ManifestFile.format(of: folder.file("list.txt")), .ffconcat)
        expect(ManifestFile.format(of: folder.file("list.png")) == nil)
        try folder.write(Array("file a.png\nfile b.png\n".utf8), to: "unsigned.txt")
        let unsigned = folder.file("unsigned.txt")
        let format = try require(ManifestFile.format(of: unsigned))
        // ffmpeg's lists rarely begin with the version.
        let list = try ManifestFile(reading: unsigned, as: format)
        expectEqual(list.manifest.animationImages, .list(["a.png", "b.png"].map { .init(image: FilePath($0)) }))
        expectEqual(ManifestFile.format(of: folder.file("a.YML")), .yaml)
        expectEqual(ManifestFile.format(of: folder.file("a.json")), .json)
        expect(ManifestFile.format(of: folder.file("none")) == nil)
        expect(ManifestFile.format(of: FilePath(folder.path)) == nil)
    }

    @Test("paths are rewritten for another folder, outside it only where that is allowed")
    func rewriting() throws {
        let paths = try ManifestPaths(manifestFolder: folder.path)
        try expectEqual(paths.path(of: folder.file("set/walk#.png")), "set/walk#.png")
        let inner = try ManifestPaths(manifestFolder: folder.path + "/set")
        #expect(throws: ManifestFileError.self) { try inner.path(of: folder.file("outside.png")) }
        let free = try ManifestPaths(manifestFolder: folder.path + "/set", allowedFolders: [FilePath(folder.path)])
        try expectEqual(free.path(of: folder.file("outside.png")), "../outside.png")
    }
}
