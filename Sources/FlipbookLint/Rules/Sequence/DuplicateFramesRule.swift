import FlipbookCore
import FlipbookImaging

/// Frames that repeat the frame before, where the sequence does not do so as a habit.
public struct DuplicateFramesRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.duplicate-frames",
        severity: .info,
        evidence: .pixels,
        summary: "A frame shows exactly what the frame before shows.",
        discussion:
            "A drawing that is held, on twos or threes or through a pause, is in order: where more than a quarter "
            + "of the frames repeat, or one picture stands for more than a few frames, nothing is said. "
            + "What lies under transparent pixels does not count.",
        rationale:
            "A single repeated frame in smooth motion is seen as a stutter; often a render was copied over the next.",
        remedy: "Render the frame again, or leave it if the drawing is held.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]),
            RuleExample(
                (1...8).map { number in RuleExample.File("walk.\(number).png") { $0.digest = UInt64(number / 2) } }
            ),
        ],
        failing: [
            RuleExample(
                (1...8).map { number in
                    RuleExample.File("walk.\(number).png") { $0.digest = UInt64(number == 5 ? 4 : number) }
                }
            ),
            RuleExample((1...3).map { number in RuleExample.File("walk.\(number).png") { $0.digest = 7 } }),
        ]
    )

    /// A picture that stands longer than this many frames is held on purpose.
    private static let longestStutter = 3

    /// A rule without options.
    public init() {}

    /// One finding for all stutters; another kind where all frames are the same.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        Strip.all(of: sequence).flatMap { strip -> [Finding] in
            let frames = strip.frames.filter { $0.pixels.greatestAlpha > 0 }
            guard frames.count > 2 else { return [] }
            let repeats = frames.indices.dropFirst().filter { frames[$0].pixels.digest == frames[$0 - 1].pixels.digest }
            if repeats.count == frames.count - 1 {
                return [
                    finding(
                        in: sequence.name,
                        severity: .warning,
                        culprits: Culprits(frames.map(\.frame)),
                        message: "all \(frames.count) frames show the same picture.",
                        fix: "If nothing is meant to move, one frame is enough.",
                        measured: "1 picture"
                    )
                ]
            }
            let stutters = Self.runs(of: repeats).filter { $0.count < Self.longestStutter }.flatMap { $0 }
            guard !stutters.isEmpty, repeats.count * 4 <= frames.count else { return [] }
            let culprits = Culprits(stutters.map { frames[$0].frame })
            return [
                finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "shows exactly what the frame before shows; the others move.",
                        many: "show exactly what the frame before each shows; the others move."
                    ),
                    fix: "Render \(stutters.count == 1 ? "it" : "them") again, unless the drawing is held.",
                    measured: "the same pixels"
                )
            ]
        }
    }

    /// Rising numbers in runs without a hole.
    private static func runs(of numbers: [Int]) -> [[Int]] {
        numbers.reduce(into: []) { runs, number in
            if let last = runs.last?.last, last + 1 == number {
                runs[runs.count - 1].append(number)
            } else {
                runs.append([number])
            }
        }
    }
}
