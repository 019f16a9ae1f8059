package import FlipbookLintModel

/// The fixes that are made, and what a fix does where there is a choice.
public struct FixSettings: Hashable, Sendable {
    /// The treatment of frames of another size than most.
    public enum Sizing: String, CaseIterable, Sendable {
        /// Smaller ones are padded, larger ones are cropped.
        case fit
        /// Smaller ones are padded; larger ones are left, since cropping loses pixels.
        case pad
        /// Larger ones are cropped; smaller ones are left, since padding needs an alpha channel.
        case crop
    }

    /// Whether frames are invented and renumbered, and pictures rewritten: ``Fix/Applicability/unsafe`` fixes.
    public var allowsUnsafe: Bool
    /// The treatment of frames of another size than most, where a fix crops or pads.
    public var sizing: Sizing
    /// The most missing frames that are made in a folder. More of them is a wrong number rather than a gap.
    public var mostHeldFrames = 10_000

    /// Settings. By default only names change.
    public init(allowsUnsafe: Bool = false, sizing: Sizing = .fit) {
        self.allowsUnsafe = allowsUnsafe
        self.sizing = sizing
    }

    /// Returns `true` if a finding's fix is made.
    package func includes(_ fix: Fix) -> Bool {
        switch fix.applicability {
        case .safe: true
        case .unsafe: allowsUnsafe
        case .display: false
        }
    }
}
