import FlipbookCore
import FlipbookManifest
import FlipbookTestSupport
import Testing

@Suite("Image sets of an asset catalog")
struct ImageSetTests {
    private static let path = FilePath("Art.xcassets/panel.imageset/Contents.json")

    private func read(_ text: String, of path: FilePath = path) throws -> ImageSet {
        try ImageSet(Array(text.utf8), of: path)
    }

    private func faults(_ text: String) -> String {
        do {
            _ = try read(text)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("files, scales and slices are read, and unknown keys are left alone")
    func reading() throws {
        let set = try read(
            """
            {
              "images" : [
                {
                  "idiom" : "universal", "filename" : "panel.png", "scale" : "1x",
                  "resizing" : {
                    "mode" : "9-part",
                    "center" : { "mode" : "stretch", "width" : 1, "height" : 1 },
                    "cap-insets" : { "bottom" : 12, "top" : 11, "right" : 14, "left" : 13 }
                  }
                },
                { "idiom" : "universal", "scale" : "2x", "a-key-of-2031" : [ { "x" : 1 } ] },
                {
                  "filename" : "panel.pdf", "language-direction" : "right-to-left", "locale" : "ar",
                  "template-rendering-intent" : "original", "alignment-insets" : { "left" : 2 },
                  "appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ],
                  "resizing" : { "mode" : "3-part-vertical", "cap-insets" : { "top" : 3 }, "center" : { "mode" : "tile" } }
                }
              ],
              "info" : { "version" : 1, "author" : "xcode" },
              "properties" : { "template-rendering-intent" : "template", "on-demand-resource-tags" : [ "a" ] }
            }
            """
        )
        expectEqual(set.name, "panel")
        expectEqual(set.variants.map(\.filename), ["panel.png", nil, "panel.pdf"])
        expectEqual(set.variants.map(\.scale), [1, 2, nil])
        expectEqual(
            set.variants[0].resizing,
            ImageSet.Resizing(
                capInsets: EdgeInsets(top: 11, left: 13, bottom: 12, right: 14),
                mode: .stretch,
                centerWidth: 1,
                centerHeight: 1
            )
        )
        let last = set.variants[2]
        expectEqual(
            last.resizing,
            ImageSet.Resizing(parts: .threeVertical, capInsets: EdgeInsets(top: 3), mode: .tile)
        )
        expect(last.languageDirection == .rightToLeft && last.locale == "ar")
        expectEqual(last.appearances, ["luminosity": "dark"])
        expectEqual(last.alignmentInsets, EdgeInsets(left: 2))
        expectEqual(last.position, ManifestNode.Position(line: 12, column: 5))
        expectEqual(set.variants.map { set.isTemplate($0) }, [true, true, false])
    }

    @Test("a set whose name ends in Template is one where the file does not say")
    func template() throws {
        let text = #"{"images": [{"filename": "a.png"}]}"#
        let arrow = try read(text, of: FilePath("arrowTemplate.imageset/Contents.json"))
        expect(arrow.isTemplate(arrow.variants[0]))
        let panel = try read(text)
        expect(!panel.isTemplate(panel.variants[0]))
    }

    @Test("every mistake is reported with its place")
    func mistakes() {
        let found = faults(
            """
            {"images": [
              {"filename": "../up.png", "scale": "4x"},
              {"filename": "a.png", "resizing": {"mode": "9part", "cap-insets": {"left": -1}}},
              7
            ]}
            """
        )
        expectEqual(
            found.split(separator: "\n").map { $0.replacing(Self.path.string + ":", with: "") },
            [
                "2:16: images[0].filename: expected the name of a file in the set's own folder, found '../up.png'",
                "2:38: images[0].scale: expected 1x, 2x or 3x, found '4x'",
                "3:46: images[1].resizing.mode: expected 9-part, 3-part-horizontal or 3-part-vertical, found '9part'"
                    + "; did you mean '9-part'?",
                "3:78: images[1].resizing.cap-insets.left: expected a number from 0 to 65536, found '-1'",
                "4:3: images[2]: expected keys and values in braces, found '7'",
            ]
        )
    }

    @Test(
        "what is no catalog's document is an error",
        arguments: [
            "", "[]", "{}", "{\"images\": 3}", "{\"images\": [", "{\"images\": [], \"images\": []}", "\u{0}",
            "{\"images\": [{\"resizing\": {\"center\": {\"width\": 1e9}}}]}",
            "{\"images\": [{\"appearances\": [{\"appearance\": \"luminosity\"}]}]}",
        ]
    )
    func errors(text: String) {
        expect(faults(text).contains(Self.path.string + ":"))
    }

    @Test("a document cut off anywhere is read or refused, by its own error")
    func cutOff() {
        let text = #"{"images": [{"filename": "a.png", "scale": "2x", "resizing": {"cap-insets": {"top": 1}}}]}"#
        for length in 0..<text.utf8.count {
            #expect(throws: ManifestError.self, "\(length) bytes") {
                try ImageSet(Array(text.utf8.prefix(length)), of: Self.path)
            }
        }
    }

    /// A set of variants, each written `file locale direction appearance idiom scale` with `-` for none.
    private func set(_ lines: String...) -> ImageSet {
        ImageSet(
            name: "a",
            variants: lines.map { line in
                let words = line.split(separator: " ").map { $0 == "-" ? nil : String($0) }
                var variant = ImageSet.Variant()
                variant.filename = words[0]
                variant.locale = words[1]
                variant.languageDirection = words[2].map { $0 == "left-to-right" ? .leftToRight : .rightToLeft }
                variant.appearances = words[3].map { ["luminosity": $0] } ?? [:]
                variant.idiom = words[4]
                variant.scale = words[5].flatMap { Int($0) }
                return variant
            }
        )
    }

    @Test("the variant of the language goes before that of the look, the device and the scale")
    func selection() {
        let set = set(
            "any1 - - - universal 1",
            "any2 - - - universal 2",
            "pad2 - - - ipad 2",
            "dark1 - - dark universal 1",
            "german3 de - - universal 3",
            "- - - - universal 3"
        )
        func file(_ traits: ImageSet.Traits) -> String? { set.selection(for: traits)?.variant.filename }
        expectEqual(file(.init()), "any1")
        expectEqual(file(.init(scale: 2)), "any2")
        expectEqual(file(.init(scale: 3)), "any2")
        expectEqual(file(.init(idiom: .pad)), "pad2")
        expectEqual(file(.init(scale: 2, appearances: ["luminosity": "dark"])), "dark1")
        expectEqual(file(.init(idiom: .pad, appearances: ["luminosity": "dark"])), "dark1")
        expectEqual(file(.init(scale: 1, languages: ["de-AT"])), "german3")
        expectEqual(file(.init(languages: ["fr"])), "any1")
    }

    @Test("an image for one direction alone is mirrored for the other")
    func mirroring() {
        let one = set("a - left-to-right - universal 1").selection(for: .init(layoutDirection: .rightToLeft))
        expect(one?.variant.filename == "a" && one?.isMirrored == true)
        let both = set("a - left-to-right - universal 1", "b - right-to-left - universal 1")
        let chosen = both.selection(for: .init(layoutDirection: .rightToLeft))
        expect(chosen?.variant.filename == "b" && chosen?.isMirrored == false)
        let any = set("a - - - universal 1").selection(for: .init(layoutDirection: .rightToLeft))
        expect(any?.variant.filename == "a" && any?.isMirrored == false)
    }

    @Test(
        "of images for languages alone that is taken that is wanted first, else the first by its name (image-view.md 18)"
    )
    func languages() {
        let set = set("b fr - - universal 1", "a en - - universal 1", "c zh-Hant - - universal 1")
        let chosen = [["en-GB"], ["de", "fr"], ["zh-Hant-TW"], ["ja"], []].map {
            set.selection(for: .init(languages: LanguagePreferences($0)))?.variant.filename
        }
        expectEqual(chosen, ["a", "b", "c", "a", "a"])
    }

    @Test("nothing is chosen of empty slots, or for another device")
    func none() {
        expect(set("- - - - universal 1").selection(for: .init()) == nil)
        expect(set("a - - - ipad 1").selection(for: .init(idiom: .phone)) == nil)
        expect(set("a - - dark universal 1").selection(for: .init()) == nil)
    }

    @Test("a drawing without a scale serves any")
    func vector() {
        expectEqual(set("a - - - universal -").selection(for: .init(scale: 3))?.variant.filename, "a")
    }
}
