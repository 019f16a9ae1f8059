/// A named part of a sequence, such as a shot in a timeline, from its first frame to the next chapter.
public struct Chapter: Hashable, Sendable {
    /// The name shown to viewers.
    public let name: String
    /// The frame number at which the chapter begins.
    public let firstNumber: Int

    /// Creates a chapter that begins at a frame number.
    public init(name: String, firstNumber: Int) { (self.name, self.firstNumber) = (name, firstNumber) }
}
