public import FlipbookCore
public import FlipbookMedia

/// What was made of one frame: its receipt.
public struct FrameReport: Sendable, Codable, Hashable {
    /// What was read: a pattern, a folder or a list.
    public let input: String
    /// The number of the frame, or `nil` if its file has none.
    public let frame: Int?
    /// The place of the frame in the sequence, from 1.
    public let position: Int
    /// The file that the frame's picture was read from; `nil` for black in the place of another one.
    public let source: String?
    /// The file that was made.
    public let file: String
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Whether the file has an alpha channel.
    public let hasAlpha: Bool
    /// Bytes of the file.
    public let byteCount: Int
    /// The stand-in for the frame where it is missing or damaged, or `nil` if it is shown itself.
    public let substitution: ExportReport.Substitution?
    /// What a user might not expect, a sentence each.
    public package(set) var notes: [Explanation]
    /// What rendering the picture cost; left out of a document without statistics.
    public var rendering: RenderStatistics?
}
