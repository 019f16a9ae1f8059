import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `list` and `explain` on every folder of the checkout's sequences and of the samples beside it.
@Suite("list and explain on real folders", .hangLimit)
struct SampleTourTests {
    private struct Listed: Decodable {
        var pattern: String
        var directory: String
        var frames: String
        var count: Int
        var missing: String
    }

    private struct Explained: Decodable {
        var frames: [Int]
        var names: [String]
    }

    @Test("what list shows, explain explains, and every name that is reported is that of a file")
    func checkout() throws {
        let listed = try tour(Samples.checkout.appendingPathComponent("sequences").path)
        expectEqual(listed.count, 25)
        expectEqual(listed.filter { !$0.missing.isEmpty }.map(\.missing), ["5-6,9"])
    }

    @Test(
        "the same holds for the samples",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func samples() throws {
        let listed = try tour(Samples.directory.appendingPathComponent("sequences").path)
        expect(Set(listed.map(\.directory)).count >= 23)
    }

    /// Lists a folder and all below it, explains each sequence, and says it in the words of every tool.
    private func tour(_ root: String) throws -> [Listed] {
        let outcome = try Program.flipbook.run(["list", "-r", "--json", root])
        // Some of the samples are damaged.
        expect(outcome.status <= 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        let listed = try JSONDecoder().decode([Listed].self, from: outcome.output)
        let lines = try Program.flipbook.run(["list", "-r", "-q", root]).text.split(separator: "\n")
        expectEqual(lines.count, listed.count)
        let tools = SequenceWords.allCases
        // Every day each fourth.
        for (place, (sequence, line)) in LongTests.cases(Array(zip(listed, lines).enumerated()), every: 4) {
            let path = "\(sequence.directory)/\(sequence.pattern)"
            let (frames, missing) = (try FrameSet(parsing: sequence.frames), try FrameSet(parsing: sequence.missing))
            expectEqual(frames.count, sequence.count, "\(path)")
            expect(Set(frames).isDisjoint(with: missing), "\(path)")
            let count =
                missing.isEmpty ? "\(sequence.count) frame" : "\(sequence.count) of \(sequence.count + missing.count)"
            expect(line.contains("  \(count)") || line.contains(" \(count)"), "\(line)")
            // Every day in the words of one tool, of another one for each sequence.
            try explain(path, frames, in: LongTests.areWanted ? tools : [tools[place % tools.count]])
        }
        return listed
    }

    private func explain(_ path: String, _ frames: FrameSet, in tools: [SequenceWords]) throws {
        let text = try Program.flipbook.run(["explain", path])
        let json = try Program.flipbook.run(["explain", path, "--json"])
        expect(text.status == 0 && json.status == 0, "\(path): \(text.errors)")
        expect(text.text.contains("On disk: \(frames.count) frame"), "\(text.text)")
        let explained = try JSONDecoder().decode(Explained.self, from: json.output)
        expectEqual(explained.frames, Array(frames), "\(path)")
        for name in explained.names { expect(FileManager.default.fileExists(atPath: name), "\(name)") }
        for tool in tools {
            let words = try Program.flipbook.run(["explain", path, "--to", tool.rawValue])
            // A gap or a step is what some tools cannot say; then a sentence says so.
            expect(
                words.status == 0
                    || words.status == 1
                        && [" has no word for ", " has no syntax for ", "omit negative numbers"]
                            .contains(where: words.errors.contains),
                "\(words.errors)"
            )
        }
    }
}
