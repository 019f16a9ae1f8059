import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookManifest

extension FuzzTarget {
    /// What the linter reads of its own: its configuration, its baseline, and the journal of a fix.
    static let lint = [
        FuzzTarget("configuration", configuration), FuzzTarget("journal", journal), FuzzTarget("baseline", baseline),
    ]

    private static let file = FilePath("fuzz")

    @Sendable private static func configuration(_ bytes: [UInt8]) -> Outcome {
        do throws(ManifestError) {
            let node = try YAMLReader.node(of: bytes, file: file)
            _ = try LintConfiguration(decoding: node, file: file, rules: RuleRegistry.all)
            return .read
        } catch {
            return refused(error)
        }
    }

    @Sendable private static func baseline(_ bytes: [UInt8]) -> Outcome {
        do throws(ManifestError) {
            _ = try LintBaseline(decoding: try YAMLReader.node(of: bytes, file: file), file: file)
            return .read
        } catch {
            return refused(error)
        }
    }

    /// A journal reads back what it writes, and names nothing outside of its two folders.
    @Sendable private static func journal(_ bytes: [UInt8]) -> Outcome {
        guard let found = MoveJournal(parsing: bytes) else { return .refused }
        guard MoveJournal(parsing: Array(found.text.utf8)) == found else {
            return .broken("what it writes reads otherwise")
        }
        return found.places.map(\.name).allSatisfy { !$0.string.contains("/") && $0.string != ".." && $0.string != "." }
            ? .read : .broken("a name leads out: \(found.places)")
    }
}
