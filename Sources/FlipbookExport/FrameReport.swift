public import FlipbookCore
public import FlipbookMedia

/// The receipt of one frame.
public struct FrameReport: Sendable, Codable, Hashable {
    /// The input: a pattern, a folder, or a list.
    public let input: String
    /// The frame number, or `nil` if the frame's file has no number.
    public let frame: Int?
    /// The 1-based position of the frame in the sequence.
    public let position: Int
    /// The file of the frame's picture, or `nil` for a black substitute.
    public let source: String?
    /// The output file.
    public let file: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// A Boolean value that indicates whether the file has an alpha channel.
    public let hasAlpha: Bool
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The substitute for a missing or damaged frame, or `nil` if the frame itself is shown.
    public let substitution: ExportReport.Substitution?
    /// Notes on decisions that users might not expect.
    public package(set) var notes: [Explanation]
    /// The cost of rendering, or `nil` if statistics were not requested.
    public var rendering: RenderStatistics?
}
