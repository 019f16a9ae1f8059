import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Judgment: variants of several scale factors, and turned frames")
struct VariantJudgmentTests {
    private func findings(_ files: [RuleExample.File]) -> [Finding] {
        Linter().report(on: [RuleExample(files).evidence]).findings
    }

    /// Frames of 160 by 90 pixels whose numbers have four digits.
    private func frames(_ numbers: [Int]) -> [RuleExample.File] { numbers.map { RuleExample.File(name($0)) } }

    private func name(_ number: Int) -> String {
        let digits = String(number)
        return "walk." + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
    }

    @Test("a variant that does not fit its picture is one finding, also where the wrong size comes first")
    func wrongVariant() {
        func files(_ sizes: [Int]) -> [RuleExample.File] {
            sizes.indices.flatMap { index in
                [
                    RuleExample.File("a\(index + 1).png", 20, 20),
                    RuleExample.File("a\(index + 1)@2x.png", sizes[index], 40),
                ]
            }
        }
        for sizes in [[44, 40], [44, 40, 40], [44, 44, 40], [40, 44, 48]] {
            let found = findings(files(sizes))
            expect(found.allSatisfy { $0.rule == "scale.variant-size" && $0.expected == "40x40" }, "\(sizes)")
            expectEqual(found.flatMap(\.files).count, sizes.count { $0 != 40 }, "\(sizes)")
        }
    }

    @Test("of icons of many sizes, the variant that does not fit is found")
    func variantOfIcons() {
        let files = [16, 24, 48, 64].flatMap { size in
            [
                RuleExample.File("icon\(size).png", size, size),
                RuleExample.File("icon\(size)@2x.png", size == 24 ? 40 : 2 * size, 2 * size),
            ]
        }
        let found = findings(files).filter { $0.rule == "scale.variant-size" }
        expectEqual(found.map(\.subject), ["icon24@2x.png"])
    }

    @Test("where a picture is odd among its own, it is to blame, and not the variants that fit the others")
    func oddBase() {
        let files = (1...3).flatMap { number in
            [
                RuleExample.File("a\(number).png", number == 2 ? 30 : 20, 20),
                RuleExample.File("a\(number)@2x.png", 40, 40),
            ]
        }
        expectEqual(findings(files).map { "\($0.subject) \($0.rule)" }, ["a2.png seq.mixed-size"])
    }

    @Test("a frame that is only turned is not of another size, and one that is turned away from it is, once")
    func turned() {
        let upright = frames([1, 2, 4])
        let fitting = RuleExample.File(name(3), 90, 160) { $0.orientation = 6 }
        expectEqual(
            findings(upright + [fitting]).map { "\($0.severity) \($0.rule)" },
            ["warning seq.mixed-orientation"]
        )
        let lying = RuleExample.File(name(3), 160, 90) { $0.orientation = 6 }
        expectEqual(findings(upright + [lying]).map { "\($0.severity) \($0.rule)" }, ["error seq.mixed-orientation"])
    }
}
