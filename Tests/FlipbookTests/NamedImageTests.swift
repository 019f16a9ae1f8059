import Flipbook
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Images by their names")
struct NamedImageTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 20, height: 10)

    init() throws { folder = try TemporaryDirectory() }

    private func message(_ name: String) -> String {
        do {
            _ = try Image(named: name, in: FilePath(folder.path))
            return ""
        } catch {
            return "\(error)"
        }
    }

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
        #expect(message("photo").hasSuffix("Write \"photo.jpg\"."))
        #expect(message("none") == "There is no image named \"none\".")
        #expect(message("text").contains("text.png: "))
        #expect(message("no/where") != "")
    }

    @Test("an image has its size when it is made: a file's in the scale of its name, data's in scale 1 (vector 7.5)")
    func sizes() throws {
        let bytes = try TestFrames(width: 200, height: 200).png(1)
        #expect(try Image(contentsOfFile: folder.write(bytes, to: "hero@2x.png")).size == Size(width: 100, height: 100))
        #expect(try Image(data: bytes).size == Size(width: 200, height: 200))
        #expect(try Image(data: Data(bytes), scale: 2).size == Size(width: 100, height: 100))
        let none = folder.file("none.png")
        let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: none) }
        #expect(error?.description == "\(none): no such file (or a link to one that is gone).")
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
            let fine = try Image(named: "button", in: FilePath(place), scale: 2)
            #expect(fine.path?.lastComponent == "b.png")
            #expect(fine.scale == 2)
            #expect(fine.resizing != nil)
        }
        try folder.write(Array("{".utf8), to: "Assets.xcassets/torn.imageset/Contents.json")
        #expect(message("torn").contains("torn.imageset/Contents.json:"))
        #expect(message("none") == "There is no image named \"none\".")
    }
}
