import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
    private static let path = Samples.checkout.appendingPathComponent("schema/sequence.schema.json").path

    /// The value in the schema at a path of keys.
    private func value(_ keys: String...) throws -> ManifestNode {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path)))
        var node = try YAMLReader.node(of: bytes, file: FilePath(Self.path))
        for key in keys { node = try require(Self.entries(node)[key], "no \(key)") }
        return node
    }

    private static func entries(_ node: ManifestNode) -> [String: ManifestNode] {
        guard case .mapping(let entries) = node.content else { return [:] }
        return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    }

    private static func words(_ node: ManifestNode) -> [String] {
        guard case .list(let items) = node.content else { return [] }
        return items.map { item in
            switch item.content {
            case .plain(let word), .quoted(let word): word
            default: ""
            }
        }
    }

    private func number(_ keys: String...) throws -> Int {
        var node = try value()
        for key in keys { node = try require(Self.entries(node)[key], "no \(key)") }
        guard case .plain(let word) = node.content else { return -1 }
        return try require(Int(word))
    }

    @Test("has the parser's keys, no more and no fewer")
    func keys() throws {
        expectEqual(
            Set(Self.entries(try value("properties")).keys),
            Set(ManifestKey.allCases.map(\.rawValue) + PassedOverManifestKey.allCases.map(\.rawValue))
        )
        expectEqual(
            Set(Self.entries(try value("$defs", "frame", "properties")).keys),
            Set(SequenceManifest.Entry.fields.map(\.key))
        )
        expectEqual(
            Set(Self.entries(try value("$defs", "overlay", "properties")).keys),
            Set(Overlay.fields.map(\.key))
        )
        for (key, names) in [
            ("size", ["width", "height"]), ("capInsets", ["top", "left", "bottom", "right"]),
            ("contentStretch", ["x", "y", "width", "height"]),
        ] {
            guard case .list(let choices) = try value("properties", key, "oneOf").content else {
                Issue.record("\(key) has no choices")
                continue
            }
            let object = try require(choices.compactMap { Self.entries($0)["properties"] }.first)
            expectEqual(Set(Self.entries(object).keys), Set(names))
        }
    }

    @Test("has the parser's words")
    func words() throws {
        expectEqual(Self.words(try value("properties", "contentMode", "enum")), ContentMode.allCases.map(\.name))
        expectEqual(Self.words(try value("properties", "resizingMode", "enum")), ResizingMode.allCases.map(\.name))
        expectEqual(
            Self.words(try value("properties", "orientation", "enum")),
            ImageOrientation.allCases.map(\.name) + (1...8).map { String($0) }
        )
        expectEqual(Self.words(try value("properties", "pixelPolicy", "enum")), PixelPolicy.allCases.map(\.rawValue))
        expectEqual(
            Self.words(try value("properties", "semanticContentAttribute", "enum")),
            SemanticContentAttribute.allCases.map(\.name)
        )
        expectEqual(Self.words(try value("properties", "filter", "enum")), ScalingFilter.allCases.map(\.rawValue))
        expectEqual(
            Self.words(try value("$defs", "overlay", "properties", "position", "enum")),
            ContentMode.allCases.map(\.name)
        )
        expectEqual(Self.words(try value("properties", "missing", "enum")), MissingFramePolicy.allCases.map(\.rawValue))
        expectEqual(Self.words(try value("properties", "mismatch", "enum")), MismatchPolicy.allCases.map(\.rawValue))
        expectEqual(Self.words(try value("properties", "dialect", "enum")), Dialect.allCases.map(\.rawValue))
    }

    @Test("has the parser's bounds")
    func bounds() throws {
        try expectEqual(number("properties", "version", "const"), SequenceManifest.version)
        try expectEqual(number("properties", "animationRepeatCount", "maximum"), SequenceManifest.largestRepeatCount)
        try expectEqual(number("properties", "maxGap", "maximum"), SequenceManifest.largestGap)
        try expectEqual(number("$defs", "side", "maximum"), SequenceManifest.largestSide)
        try expectEqual(number("$defs", "inset", "maximum"), SequenceManifest.largestSide)
        try expectEqual(number("$defs", "frame", "properties", "hold", "maximum"), SequenceManifest.longestHold)
        for name in ["frameDuration", "cycleDuration"] {
            guard case .list(let choices) = try value("$defs", name, "oneOf").content else {
                Issue.record("\(name) has no choices")
                continue
            }
            expectEqual(Self.entries(choices[0])["maximum"]?.content, .plain(String(SequenceManifest.longestDuration)))
        }
        // The bounds themselves are taken and what lies beyond them is not.
        for (key, least, most) in [
            ("scale", DisplayScale.range.lowerBound.numerator, DisplayScale.range.upperBound.numerator),
            ("animationRepeatCount", 0, 1_000_000_000), ("maxGap", 0, 10_000_000),
        ] {
            for (value, isTaken) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
                let message = ManifestTests.message("image: a.png\n\(key): \(value)")
                expectEqual(message == "no mistake", isTaken, "\(key): \(value)")
            }
        }
    }

    /// The pattern of a text in the schema, at a path of keys.
    private func pattern(_ keys: String...) throws -> Regex<AnyRegexOutput> {
        var node = try value()
        for key in keys { node = try require(Self.entries(node)[key], "no \(key)") }
        if case .list(let choices) = node.content {
            node = try require(choices.first { Self.entries($0)["pattern"] != nil })
        }
        let pattern = try require(Self.entries(node)["pattern"])
        guard case .quoted(let text) = pattern.content else {
            throw ManifestError(file: FilePath(Self.path), faults: [])
        }
        return try Regex(text)
    }

    @Test("takes the texts that the parser takes, and refuses the same nonsense")
    func texts() throws {
        let durations = [
            "2", "0.5", ".5", "2.", "250ms", "1.5s", "7/30", "7.0/30", "07/030s", "1.2.3", "1/0", ".", "0.5/2", "0",
            "0.0",
            "s", "1h", "1/2/3", "-1", "1e3", "", "0/3", "/3", "3/",
        ]
        let cases: [(String, Regex<AnyRegexOutput>, [String])] = [
            ("animationDuration", try pattern("$defs", "cycleDuration", "oneOf"), durations),
            (
                "frameRate", try pattern("$defs", "frameRate", "oneOf"),
                [
                    "24", "0024", "23.976", ".5", "24.", "1000", "1000.0", "24000/1001", "NTSC", "film", "..", "0",
                    "1001",
                    "0.0", "1/0", "0/1", ".", "24fps", "-1", "", "1.2.3", "99999",
                ]
            ),
            (
                "size", try pattern("properties", "size", "oneOf"),
                [
                    "1x1", "1920x1080", "16384x16384", "016x9", "0x10", "10x0", "99999x1", "16385x1", "1x", "x1",
                    "1x1x1",
                    "1 x1", "-1x1",
                ]
            ),
            (
                // Of a fraction the schema cannot say how large it is, nor that a part of it may have a point.
                "scale", try pattern("properties", "scale", "oneOf"),
                [
                    "1", "8", "1.5", "8.0", "8.01", "0.9", "3/2", "16/2", "4/3", "/2", "2/", "1/0",
                    "2x", "", "-2", "1e0", "0x2",
                ]
            ),
            (
                "backgroundColor", try pattern("properties", "backgroundColor"),
                [
                    "#fff", "#ffff", "#a1b2c3", "#A1B2C3D4", "red", "checkerboard", "clear", "#ff", "#12345", "#ggg",
                    "", "re d", "12",
                ]
            ),
        ]
        for (key, pattern, texts) in cases {
            for text in texts {
                let isTaken = ManifestTests.message("image: a.png\n\(key): \"\(text)\"") == "no mistake"
                expectEqual((try pattern.wholeMatch(in: text) != nil), isTaken, "\(key): \(text)")
            }
        }
        let frame = try pattern("$defs", "frameDuration", "oneOf")
        for text in durations {
            let message = ManifestTests.message("animationImages: [{image: a.png, duration: \"\(text)\"}]")
            expectEqual((try frame.wholeMatch(in: text) != nil), (message == "no mistake"), "\(text)")
        }
    }

    @Test(
        "the sample manifests are read, and their frames are there",
        arguments: [
            ("on-twos.yaml", 24), ("walker.yaml", 12), ("bouncing-ball.yaml", 36), ("variable.json", 6),
            ("lingering.ffconcat", 3),
        ]
    )
    func samples(name: String, count: Int) throws {
        let path = FilePath(Samples.checkout.appendingPathComponent("sequences/\(name)").path)
        let file = try ManifestFile(reading: path, as: try require(ManifestFile.format(of: path)))
        try expectEqual(ManifestLocator().locate(file).frames.count, count)
        expect(file.notes.isEmpty)
    }
}
