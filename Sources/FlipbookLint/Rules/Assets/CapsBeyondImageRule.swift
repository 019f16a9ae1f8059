import FlipbookCore

/// Pictures of an image set that are smaller than their caps.
public struct CapsBeyondImageRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.beyond-image",
        severity: .error,
        evidence: .headers,
        summary: "The caps of an image set's picture, or caps and centre, are larger than the picture.",
        rationale: "It cannot be cut so; the picture was made smaller, or another file was put into the slot.",
        remedy: "Cut the picture anew in the catalog.",
        passing: [
            RuleExample.imageSet([RuleExample.File("button.png", 20, 20)]) {
                $0.variants[0].resizing = CapsBeyondImageRule.slicing(9)
            }
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("button.png", 20, 20)]) {
                $0.variants[0].resizing = CapsBeyondImageRule.slicing(12)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each picture.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        (set.set?.variants ?? []).compactMap { variant in
            guard let resizing = variant.resizing, let frame = set.frame(of: variant), let size = frame.size else {
                return nil
            }
            do throws(CapInsetsError) {
                _ = try ImageSlices(of: size, scale: Double(variant.scale ?? 1), resizing: resizing)
                return nil
            } catch {
                return finding(
                    in: set.contents,
                    at: variant.position,
                    of: set.name,
                    message: "\(FilePath(frame.path.lastComponent)): \(error)".asSentence,
                    fix: "Cut the picture anew in the catalog.",
                    measured: "\(size)"
                )
            }
        }
    }

    private static func slicing(_ pixels: Double) -> ImageSet.Resizing {
        let insets = EdgeInsets(top: pixels, left: pixels, bottom: pixels, right: pixels)
        return ImageSet.Resizing(capInsets: insets, mode: .stretch)
    }
}
