import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Reading JSON with the place of every value")
struct JSONReaderTests {
    private static func message(_ text: String) -> String {
        do {
            _ = try JSONReader.node(of: Array(text.utf8), file: FilePath("w.json"))
            return "no mistake"
        } catch {
            return error.description
        }
    }

    @Test("every value has its line and its column, counted in characters as they are written")
    func places() throws {
        let text = "\u{FEFF}{\"é\": [1, \"\\ud83d\\ude00\", true],\r\n \"b\":{\"c\":null}}"
        let node = try JSONReader.node(of: Array(text.utf8), file: FilePath("w.json"))
        func at(_ line: Int, _ column: Int) -> ManifestNode.Position { .init(line: line, column: column) }
        let list = ManifestNode(
            .list([
                ManifestNode(.plain("1"), at: at(1, 8)), ManifestNode(.quoted("😀"), at: at(1, 11)),
                ManifestNode(.plain("true"), at: at(1, 27)),
            ]),
            at: at(1, 7)
        )
        let inner = ManifestNode(
            .mapping([.init(key: "c", position: at(2, 7), value: ManifestNode(.plain("null"), at: at(2, 11)))]),
            at: at(2, 6)
        )
        let entries: [ManifestNode.Entry] = [
            .init(key: "é", position: at(1, 2), value: list), .init(key: "b", position: at(2, 2), value: inner),
        ]
        expectEqual(node, ManifestNode(.mapping(entries), at: at(1, 1)))
    }

    @Test(
        "a mistake has its place and its remedy",
        arguments: [
            ("{\"a\": \"b\n}", "1:7: not valid JSON: a quoted string does not end on its line; add the closing quote"),
            ("{\"a\": \"b", "1:7: not valid JSON: a quoted string does not end; add the closing quote"),
            ("{\"a\": \"\t\"}", "1:8: not valid JSON: a control character in a string; escape it, as in \\t"),
            ("{\"a\": 01}", "1:7: not JSON: not a JSON number; write one such as 0.5, 10 or 1e-3"),
            ("{\"a\": .5}", "1:7: not JSON: not a JSON number; write one such as 0.5, 10 or 1e-3"),
            ("{\"a\": /tmp}", "1:7: not JSON: a word without quotes; write \"...\""),
            ("{\"a\": 1 // b\n}", "1:9: not JSON: a comment; remove it, or name the file .yaml"),
            ("{\"a\": 1} 2", "1:10: not valid JSON: there is text after the end of the document; remove it"),
            ("{\"a\": [1 2]}", "1:10: not valid JSON: a comma or a ] is missing before this"),
            ("{\"a\": 1 \"b\": 2}", "1:9: not valid JSON: a comma or a } is missing before this"),
            ("{\"a\": ", "1:7: not valid JSON: a value is missing here; write a \"string\", a number, true"),
            ("{\"a\": \"\\ud83d\"}", "1:8: not valid JSON: half of a surrogate pair"),
            ("{\"a\": \"\\u12\"}", "1:8: not valid JSON: \\u needs four hexadecimal digits, as in \\u00e9"),
            ("{a: 1}", "1:2: not JSON: a word without quotes; write \"...\""),
            ("{[]: 1}", "1:2: not valid JSON: a key must begin with a double quote, as in \"title\": \"Walk\""),
            (" \n", "1:1: the file is empty"),
        ]
    )
    func mistakes(text: String, message: String) {
        expect(Self.message(text).hasPrefix("w.json:" + message), "\(Self.message(text))")
    }

    @Test("lists in lists are refused before they use up the stack")
    func depth() {
        let deep = "{\"a\": " + String(repeating: "[", count: 500_000)
        expectEqual(Self.message(deep), "w.json:1:22: lists and keys nest more than 16 levels deep")
    }

    @Test("what is read as JSON is JSON to Foundation's reader, too, and the other way round")
    func mutants() throws {
        let seed = #"{"a": [1, -2.5e+3, true, null, "b\n\u00e9\/"], "c": {"d": false, "e": 0}}"#
        let signs = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "0", "1", ".", "e", "-", "+", " ", "tru", "null", "é", "\t",
        ]
        var random = RandomBytes(seed: 0x150)
        var counts = (read: 0, refused: 0)
        for round in 0..<10_000 {
            var text = Array(seed.unicodeScalars)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 1..<text.count, using: &random)
                if Bool.random(using: &random) {
                    text.remove(at: place)
                } else {
                    text.insert(
                        contentsOf: Array((signs.randomElement(using: &random) ?? "").unicodeScalars),
                        at: place
                    )
                }
            }
            let bytes = Array(String(String.UnicodeScalarView(text)).utf8)
            let message = Self.message(String(decoding: bytes, as: UTF8.self))
            let isOurs = message == "no mistake"
            // Foundation is lenient in this.
            if message.hasSuffix("a comma after the last value; remove it") { continue }
            let isFoundations: Bool
            do {
                _ = try JSONSerialization.jsonObject(with: Data(bytes))
                isFoundations = true
            } catch {
                isFoundations = false
            }
            if isOurs { counts.read += 1 } else { counts.refused += 1 }
            expectEqual(isOurs, isFoundations, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
        expect(counts.read > 1_000 && counts.refused > 1_000, "\(counts)")
    }
}
