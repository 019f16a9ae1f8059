import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Real sequences", .enabled(if: Samples.areAvailable, Samples.absence))
struct SampleSequenceTests {
    /// What other tools measured of one sequence.
    private struct Expected: Decodable {
        let prefix: String
        let suffix: String
        let ext: String
        let count: Int
        let first: Int
        let last: Int
        let usual_step: Int
        let missing_at_usual_step: String
    }

    private let expected: [String: [Expected]]

    init() throws {
        let file = Samples.directory.appendingPathComponent("expected-summary.json")
        expected = try JSONDecoder().decode([String: [Expected]].self, from: Data(contentsOf: file))
    }

    @Test("every folder of samples resolves to the sequence that other tools found in it")
    func folders() throws {
        expect(expected.count >= 25)
        for (name, sequences) in expected where !sequences.isEmpty {
            let path = Samples.directory.appendingPathComponent("sequences/\(name)").path
            let found = FileSequence.grouping(names: try FolderListing(FilePath(path)).names).sequences
            // Here a scale variant counts as a sequence of its own; to us it is the same frames.
            expectEqual(found.count, 1, "\(name): \(found)")
            for measured in sequences {
                let scale = Int(measured.suffix.dropFirst().prefix(1)) ?? 1
                let locator = SequenceLocator(options: Resolution.Options(scale: scale))
                let list = try locator.locate([path])
                expectEqual(list.frames.count, measured.count, "\(name)")
                expectEqual(list.frames.first?.number, measured.first, "\(name)")
                expectEqual(list.frames.last?.number, measured.last, "\(name)")
                expectEqual(list.missing.description, measured.missing_at_usual_step, "\(name)")
                expect(list.frames.allSatisfy { $0.scale == Double(scale) }, "\(name)")
                expectEqual(found.first?.step, measured.usual_step, "\(name)")
                expectEqual(found.first?.pattern.prefix, measured.prefix, "\(name)")
                expectEqual(found.first?.pattern.suffix, ".\(measured.ext)", "\(name)")
            }
        }
    }

    @Test("a folder in which other tools found no image is refused as one without images")
    func noImages() throws {
        // The other tools do not know XBM.
        for (name, sequences) in expected where sequences.isEmpty && !name.hasSuffix("-xbm") {
            let path = Samples.directory.appendingPathComponent("sequences/\(name)").path
            let error = try #require(throws: SequenceLocatorError.self) { try SequenceLocator().locate([path]) }
            guard case .resolution(.noImages, unreadableNames: 0) = error else {
                Issue.record("\(name): \(error)")
                continue
            }
        }
    }
}
