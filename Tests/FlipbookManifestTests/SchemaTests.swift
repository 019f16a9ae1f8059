import FlipbookCore
import FlipbookManifest
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
        for key in keys { node = try #require(Self.entries(node)[key], "no \(key)") }
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
        for key in keys { node = try #require(Self.entries(node)[key], "no \(key)") }
        guard case .plain(let word) = node.content else { return -1 }
        return try #require(Int(word))
    }

    @Test("has the parser's keys, no more and no fewer")
    func keys() throws {
        #expect(Set(Self.entries(try value("properties")).keys) == Set(ManifestKey.allCases.map(\.rawValue)))
        #expect(
            Set(Self.entries(try value("$defs", "frame", "properties")).keys)
                == Set(ManifestEntryKey.allCases.map(\.rawValue))
        )
        #expect(
            Set(Self.entries(try value("$defs", "overlay", "properties")).keys)
                == Set(ManifestOverlayKey.allCases.map(\.rawValue))
        )
        for (key, names) in [
            ("size", ManifestSizeKey.allCases.map(\.rawValue)),
            ("capInsets", ManifestInsetsKey.allCases.map(\.rawValue)),
        ] {
            guard case .list(let choices) = try value("properties", key, "oneOf").content else {
                Issue.record("\(key) has no choices")
                continue
            }
            let object = try #require(choices.compactMap { Self.entries($0)["properties"] }.first)
            #expect(Set(Self.entries(object).keys) == Set(names))
        }
    }

    @Test("has the parser's words")
    func words() throws {
        #expect(Self.words(try value("properties", "contentMode", "enum")) == ContentMode.allCases.map(\.name))
        #expect(Self.words(try value("properties", "resizingMode", "enum")) == ResizingMode.allCases.map(\.name))
        #expect(Self.words(try value("properties", "orientation", "enum")) == ImageOrientation.allCases.map(\.name))
        #expect(Self.words(try value("properties", "filter", "enum")) == ScalingFilter.allCases.map(\.rawValue))
        #expect(
            Self.words(try value("$defs", "overlay", "properties", "position", "enum"))
                == ContentMode.allCases.map(\.name)
        )
        #expect(Self.words(try value("properties", "missing", "enum")) == MissingFramePolicy.allCases.map(\.rawValue))
        #expect(Self.words(try value("properties", "mismatch", "enum")) == MismatchPolicy.allCases.map(\.rawValue))
        #expect(Self.words(try value("properties", "dialect", "enum")) == Dialect.allCases.map(\.rawValue))
    }

    @Test("has the parser's bounds")
    func bounds() throws {
        #expect(try number("properties", "version", "const") == SequenceManifest.version)
        #expect(try number("properties", "animationRepeatCount", "maximum") == SequenceManifest.largestRepeatCount)
        #expect(try number("properties", "scale", "maximum") == SequenceManifest.largestScale)
        #expect(try number("properties", "maxGap", "maximum") == SequenceManifest.largestGap)
        #expect(try number("$defs", "side", "maximum") == SequenceManifest.largestSide)
        #expect(try number("$defs", "inset", "maximum") == SequenceManifest.largestSide)
        #expect(try number("$defs", "frame", "properties", "hold", "maximum") == SequenceManifest.longestHold)
        for name in ["frameDuration", "cycleDuration"] {
            guard case .list(let choices) = try value("$defs", name, "oneOf").content else {
                Issue.record("\(name) has no choices")
                continue
            }
            #expect(Self.entries(choices[0])["maximum"]?.content == .plain(String(SequenceManifest.longestDuration)))
        }
        // The bounds themselves are taken and what lies beyond them is not.
        for (key, least, most) in [
            ("scale", 1, 8), ("animationRepeatCount", 0, 1_000_000_000), ("maxGap", 0, 10_000_000),
        ] {
            for (value, isTaken) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
                let message = ManifestTests.message("image: a.png\n\(key): \(value)")
                #expect((message == "no mistake") == isTaken, "\(key): \(value)")
            }
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
        let file = try ManifestFile(reading: path, as: try #require(ManifestFile.format(of: path)))
        #expect(try ManifestLocator().locate(file).frames.count == count)
        #expect(file.notes.isEmpty)
    }
}
