/// The channels of a file that are shown as red, green and blue, by their names: `R,G,B`.
///
/// Two more spellings are one name, which is shown as gray, and a last name behind either for the alpha channel.
public struct ChannelNames: Hashable, Sendable {
    /// One to four names: gray; gray and alpha; red, green and blue; these and alpha.
    public let names: [String]

    /// Reads names with commas between them.
    /// - Throws: ``ParsingError`` for an empty name, and for more than four.
    public init(parsing text: String) throws(ParsingError) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= 4, names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw ParsingError(
                text,
                "channels.names",
                "names no channels. Write three or four such as R,G,B,A, or one or two such as Y,A."
            )
        }
        self.names = names
    }
}

extension ChannelNames: CustomStringConvertible {
    /// The names with commas between them.
    public var description: String { names.joined(separator: ",") }
}
