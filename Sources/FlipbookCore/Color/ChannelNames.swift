/// Which channels of a file are shown as red, green and blue, by their names: `R,G,B`.
///
/// Two more spellings are one name, which is shown as grey, and a last name behind either for the alpha channel.
public struct ChannelNames: Hashable, Sendable {
    /// One to four names: grey; grey and alpha; red, green and blue; these and alpha.
    public let names: [String]

    /// Reads names with commas between them.
    /// - Throws: ``ParsingError`` for an empty name, and for more than four.
    public init(parsing text: String) throws(ParsingError) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= 4, names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw ParsingError(text: text)
        }
        self.names = names
    }

    /// A text that names no channels.
    public struct ParsingError: ExplainedError, Hashable {
        /// The text.
        public let text: String

        /// `channels.names`.
        public var code: ErrorCode { "channels.names" }

        /// How channels are named.
        public var explanation: Explanation {
            Explanation(
                "'\(text.escapingControlCharacters)' names no channels. Write three or four such as R,G,B,A, or one or two "
                    + "such as Y,A."
            )
        }
    }
}

extension ChannelNames: CustomStringConvertible {
    /// The names with commas between them.
    public var description: String { names.joined(separator: ",") }
}
