import FlipbookLintModel
/// What a fix may do where there is a choice.
public struct FixSettings: Hashable, Sendable {
    /// What becomes of frames of another size than most.
    public enum Sizing: String, CaseIterable, Sendable {
        /// Smaller ones are padded, larger ones are cropped.
        case fit
        /// Smaller ones are padded; larger ones are left, since cropping loses pixels.
        case pad
        /// Larger ones are cropped; smaller ones are left, since padding needs an alpha channel.
        case crop
    }

    /// What becomes of frames of another size than most.
    public var sizing: Sizing
    /// The most missing frames that are made in a folder. More of them is a wrong number rather than a gap.
    public var mostHeldFrames = 10_000

    /// Settings.
    public init(sizing: Sizing = .fit) {
        self.sizing = sizing
    }
}
