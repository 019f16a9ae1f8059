import FlipbookCore
import FlipbookManifest
import FlipbookScene

extension FuzzTarget {
    /// What is read as a document.
    static let documents = [
        FuzzTarget("yaml") { manifest($0, .yaml) }, FuzzTarget("json") { manifest($0, .json) },
        FuzzTarget("ffconcat") { manifest($0, .ffconcat) }, FuzzTarget("otio") { manifest($0, .otio) },
        FuzzTarget("sheet", sheet), FuzzTarget("events", events), FuzzTarget("catalog", catalog),
    ]

    private static let file = FilePath("fuzz")

    /// A manifest is written so that it reads the same; a mistake has a place, and a message that is a line.
    private static func manifest(_ bytes: [UInt8], _ format: ManifestFile.Format) -> Outcome {
        do throws(ManifestError) {
            let found = try ManifestFile(bytes, of: file, as: format).manifest
            for text in [found.yaml(), found.json] {
                let again = try ManifestFile(Array(text.utf8), of: file, as: .yaml)
                if again.manifest != found { return .broken("what it writes reads otherwise: \(text)") }
            }
            return .read
        } catch {
            return refused(error)
        }
    }

    static func refused(_ error: ManifestError) -> Outcome {
        guard !error.faults.isEmpty, error.faults.allSatisfy({ $0.position.line > 0 && $0.position.column > 0 }) else {
            return .broken("a mistake has no place: \(error)")
        }
        return error.description.split(separator: "\n").allSatisfy { String($0).isPlainLine }
            ? .refused : .broken("a message is no line: \(error)")
    }

    @Sendable private static func catalog(_ bytes: [UInt8]) -> Outcome {
        do throws(ManifestError) {
            _ = try ImageSet(bytes, of: FilePath("a.imageset/Contents.json"))
            return .read
        } catch {
            return refused(error)
        }
    }

    /// The list of a sprite sheet has a duration for each of its parts, or a mistake with its place. The picture that
    /// the seed names is there on every machine.
    @Sendable private static func sheet(_ bytes: [UInt8]) -> Outcome {
        do throws(ManifestFileError) {
            guard let sheet = try SpriteSheetFile(bytes, of: FilePath("/dev/fuzz.json")) else { return .refused }
            return sheet.frames.frames.count == sheet.durations.count
                ? .read : .broken("it has more frames than durations, or fewer")
        } catch .manifest(let error) {
            return refused(error)
        } catch {
            return Outcome(refused: error.description)
        }
    }

    /// A script of events is in the order of its times, or has a mistake with its place.
    @Sendable private static func events(_ bytes: [UInt8]) -> Outcome {
        do throws(ManifestError) {
            let events = try [SceneEvent](decoding: try YAMLReader.node(of: bytes, file: file), file: file)
            return zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }
                ? .read : .broken("the order is another")
        } catch {
            return refused(error)
        }
    }
}
