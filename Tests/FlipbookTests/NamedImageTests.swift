import Flipbook
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Images by their names")
struct NamedImageTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 20, height: 10)

    init() throws { folder = try TemporaryDirectory() }

    private var place: FilePath { FilePath(folder.path) }

    /// The error of a name, without the folder's path.
    private func message(_ name: String, _ look: (String) throws -> Image) -> String {
        do { return "\(try look(name))" } catch { return "\(error)".replacing("\(folder.path)/", with: "") }
    }

    private func message(_ name: String) -> String { message(name) { try Image(named: $0, in: place) } }

    private func add(_ names: String...) throws { for name in names { try folder.write(frames.png(1), to: name) } }

    private func addSets(_ names: String..., contents: String = #"{"images": [{"filename": "a.png"}]}"#) throws {
        for name in names {
            try add("Assets.xcassets/\(name).imageset/a.png")
            try folder.write(Array(contents.utf8), to: "Assets.xcassets/\(name).imageset/Contents.json")
        }
    }

    /// The file of an image, as seen from the folder.
    private func file(_ image: Image?) -> String? { image?.path?.string.replacing("\(folder.path)/", with: "") }

    @Test("an image in a folder has its header's size, its name's scale, and says where it is not found")
    func inFolder() throws {
        try folder.write(frames.png(1), to: "hero@2x.png")
        try folder.write(frames.png(1), to: "sub/icon.png")
        try folder.write(frames.png(1), to: "photo.jpg")
        try folder.write(Array("no image".utf8), to: "text.png")
        let hero = try Image(named: "hero", in: FilePath(folder.path))
        #expect(hero.size == Size(width: 10, height: 5))
        #expect(hero.path == folder.file("hero@2x.png"))
        #expect(try Image(contentsOfFile: folder.file("hero@2x.png")) == hero)
        #expect(try Image(named: "sub/icon", in: FilePath(folder.path)).size == Size(width: 20, height: 10))
        #expect(message("photo") == "photo.png: there is no image with this name; write \"photo.jpg\".")
        #expect(message("none") == "none.png: there is no image with this name.")
        #expect(message("no/where.gif") == "no/where.gif: there is no image with this name.")
        #expect(message("text").hasPrefix("text.png: "))
        let error = #expect(throws: ImageNameError.self) { try Image(named: "a", in: folder.file("none")) }
        #expect(error?.description.hasPrefix("\(folder.path)/none: there is no such file or folder") == true)
    }

    @Test("an image has its size when it is made: a file's in the scale of its name, data's in scale 1 (vector 7.5)")
    func sizes() throws {
        let bytes = try TestFrames(width: 200, height: 200).png(1)
        #expect(try Image(contentsOfFile: folder.write(bytes, to: "hero@2x.png")).size == Size(width: 100, height: 100))
        #expect(try Image(data: bytes).size == Size(width: 200, height: 200))
        #expect(try Image(data: Data(bytes), scale: 2).size == Size(width: 100, height: 100))
        let none = folder.file("none.png")
        let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: none) }
        #expect(error?.description == "\(none): no such file, or a broken link.")
    }

    @Test("an asset catalog's image is found by its name, for the scale, with its caps and its rendering mode")
    func inCatalog() throws {
        let contents = """
            {"images": [
              {"idiom": "universal", "filename": "a.png", "scale": "1x"},
              {"idiom": "universal", "filename": "b.png", "scale": "2x", "resizing": {"mode": "9-part",
                "center": {"mode": "stretch", "width": 1, "height": 1},
                "cap-insets": {"top": 2, "left": 4, "bottom": 2, "right": 4}}}],
             "properties": {"template-rendering-intent": "template"}}
            """
        try folder.write(Array(contents.utf8), to: "Assets.xcassets/button.imageset/Contents.json")
        try folder.write(frames.png(1), to: "Assets.xcassets/button.imageset/a.png")
        try folder.write(TestFrames(width: 40, height: 20).png(1), to: "Assets.xcassets/button.imageset/b.png")
        try folder.write(frames.png(2), to: "button.png")
        for place in [folder.path, folder.path + "/Assets.xcassets"] {
            let plain = try Image(named: "button", in: FilePath(place))
            #expect(plain.path?.lastComponent == "a.png")
            #expect(plain.size == Size(width: 20, height: 10))
            #expect(plain.renderingMode == .alwaysTemplate)
            let fine = try Image(named: "button", in: FilePath(place), compatibleWith: .init(scale: 2))
            #expect(fine.path?.lastComponent == "b.png")
            #expect(fine.scale == 2)
            #expect(fine.resizing != nil)
        }
        try folder.write(Array("{".utf8), to: "Assets.xcassets/torn.imageset/Contents.json")
        #expect(message("torn").contains("torn.imageset/Contents.json:"))
    }

    @Test(
        "only groups that provide a namespace are part of an image's name (image-view.md 7.1)",
        arguments: [
            ("a", "a"), ("b", "Plain/b"), ("Named/c", "Named/c"), ("Named/d", "Named/Plain/d"), ("e", "Said/e"),
            ("Named/f", "Plain/Named/f"),
        ]
    )
    func groups(name: String, set: String) throws {
        try addSets("a", "Plain/b", "Named/c", "Named/Plain/d", "Said/e", "Plain/Named/f", "Plain/twice", "twice")
        for (group, isNamed) in [("Named", true), ("Plain/Named", true), ("Said", false)] {
            let contents = #"{"info": {"version": 1}, "properties": {"provides-namespace": \#(isNamed)}}"#
            try folder.write(Array(contents.utf8), to: "Assets.xcassets/\(group)/Contents.json")
        }
        #expect(file(try Image(named: name, in: place)) == "Assets.xcassets/\(set).imageset/a.png")
        #expect(message("Plain/b") == "Plain/b.png: there is no image with this name; write \"b\".")
        #expect(message("c") == "c.png: there is no image with this name; write \"Named/c\".")
        #expect(message("twice").hasPrefix("Assets.xcassets/twice: 2 images in the asset catalog match"))
    }

    @Test(
        "an image is found in the folder of the language that is wanted, else in Base (image-view.md 18)",
        arguments: [
            (["LANG": "en_GB.UTF-8"], ["en", "fr", "Base"], "en"),
            (["LANGUAGE": "de:fr", "LANG": "de"], ["fr", "Base"], "fr"),
            (["LANG": "ja_JP"], ["fr"], "fr"), (["LANG": "zh_TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
            (["LANG": "C"], ["fr", "Base"], "Base"),
        ] as [([String: String], [String], String)]
    )
    func languages(environment: [String: String], there: [String], found: String) throws {
        for language in there { try add("\(language).lproj/hero.png") }
        try add("hero.png")
        let traits = ImageSet.Traits(languages: LanguagePreferences(environment: environment))
        #expect(file(try Image(named: "hero", in: place, compatibleWith: traits)) == "\(found).lproj/hero.png")
    }

    @Test(
        "by its name alone an image is Base's; what a language lacks is Base's, then the folder's own",
        arguments: [
            ([], "hero", "Base.lproj/hero.png"), (["fr"], "hero", "fr.lproj/hero.png"),
            (["fr"], "icon", "Base.lproj/icon.png"), (["fr"], "plain", "plain.fr.png"),
            (["FR"], "plain", "plain.fr.png"),
            (["de"], "plain", "plain.png"),
            (["fr"], "sub/a", "fr.lproj/sub/a.png"), (["fr"], "sub/b", "sub/fr.lproj/b.png"),
            ([], "sub/b", "sub/b.png"),
        ] as [([String], String, String)]
    )
    func fallbacks(wanted: [String], name: String, found: String) throws {
        try add("Base.lproj/hero.png", "Base.lproj/icon.png", "fr.lproj/hero.png", "plain.fr.png", "plain.png")
        try add("fr.lproj/sub/a.png", "sub/fr.lproj/b.png", "sub/Base.lproj/c.png", "sub/b.png", "hero.png")
        let traits = ImageSet.Traits(languages: LanguagePreferences(wanted))
        #expect(file(try Image(named: name, in: place, compatibleWith: traits)) == found)
    }

    private func animation(_ name: String, _ languages: LanguagePreferences = []) throws -> [String?] {
        let traits = ImageSet.Traits(languages: languages)
        return try Image.animatedImageNamed(name, in: place, duration: 2, compatibleWith: traits).images?.map(file)
            ?? []
    }

    @Test(
        "the numbers of an animation begin at 0 or 1 and go to the first gap, and to 1024 (image-view.md 6)",
        arguments: [
            (0...4, 0...4), (1...4, 1...4), (2...4, nil), (0...1029, 0...1024),
        ] as [(ClosedRange<Int>, ClosedRange<Int>?)]
    )
    func numbers(there: ClosedRange<Int>, found: ClosedRange<Int>?) throws {
        for number in there { try add("walk\(number).png") }
        try add("walk00.png")
        if let found {
            #expect(try animation("walk") == found.map { "walk\($0).png" })
        } else {
            #expect(
                message("walk") { try Image.animatedImageNamed($0, in: place, duration: 1) }
                    == "walk0.png or walk1.png: there is no image with this name."
            )
        }
    }

    @Test("an animation ends at a gap, and a base with a zero finds padded numbers (vectors 6.4 and 6.7)")
    func gaps() throws {
        try add("walk0.png", "walk1.png", "walk2.png", "walk4.png", "w1.jpg", "w0@2x.png", "w0.png")
        for number in 0...11 { try add(number < 10 ? "f0\(number).png" : "f\(number).png") }
        #expect(try animation("walk") == ["walk0.png", "walk1.png", "walk2.png"])
        #expect(try animation("f0") == (0...9).map { "f0\($0).png" })
        #expect(try animation("w") == ["w0.png", "w1.jpg"])
        try folder.write(Array("no image".utf8), to: "walk3.png")
        let error = message("walk") { try Image.animatedImageNamed($0, in: place, duration: 1) }
        #expect(error.hasPrefix("walk3.png: "))
    }

    @Test("the images of an animation are those of a catalog, each resizable where insets are given")
    func animatedCatalog() throws {
        try addSets("walk1", "Group/walk2", "walk3")
        try add("walk1.png", "walk2.png")
        let files = ["walk1", "Group/walk2", "walk3"].map { "Assets.xcassets/\($0).imageset/a.png" }
        #expect(try animation("walk") == files)
        let caps = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let image = try Image.animatedResizableImageNamed("walk", in: place, capInsets: caps, duration: 1)
        #expect(image.images?.map(\.resizing) == Array(repeating: .capInsets(caps, .tile), count: 3))
        #expect(image.size == Size(width: 20, height: 10))
        let wide = message("walk") {
            try Image.animatedResizableImageNamed($0, in: place, capInsets: EdgeInsets(left: 21), duration: 1)
        }
        #expect(wide.hasPrefix("Assets.xcassets/walk1.imageset/a.png: cannot be resized: "))
    }

    @Test("the images of an animation are of one language: one that lacks some gives way as a whole (image-view.md 18)")
    func animatedLanguages() throws {
        for number in 0...9 { try add("Base.lproj/walk\(number).png") }
        for number in 0...7 { try add("fr.lproj/walk\(number).png") }
        for number in 0...9 { try add("de.lproj/walk\(number).png") }
        #expect(try animation("walk", ["fr"]) == (0...9).map { "Base.lproj/walk\($0).png" })
        #expect(try animation("walk", ["de"]) == (0...9).map { "de.lproj/walk\($0).png" })
    }
}
