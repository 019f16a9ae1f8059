public import FlipbookCore
public import FlipbookMedia

/// The receipt of one frame.
public struct FrameReport: Sendable, Codable, Hashable {
    /// The input: a pattern, a folder or a list.
    public let input: String
    /// The number of the frame, or `nil` if its file has none.
    public let frame: Int?
    /// The place of the frame in the sequence, from 1.
    public let position: Int
    /// The file that the frame's picture was read from, or `nil` for black in the place of another one.
    public let source: String?
    /// The file that was made.
    public let file: String
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// A Boolean value that indicates an alpha channel.
    public let hasAlpha: Bool
    /// Bytes of the file.
    public let byteCount: Int
    /// The stand-in for the frame where it is missing or damaged, or `nil` if it is shown itself.
    public let substitution: ExportReport.Substitution?
    /// Sentences that a user might not expect.
    public package(set) var notes: [Explanation]
    /// The cost of rendering the picture; left out of a document without statistics.
    public var rendering: RenderStatistics?
}
