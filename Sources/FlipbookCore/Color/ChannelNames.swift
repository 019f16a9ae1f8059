/// The names of the channels in a file that are shown as red, green and blue, such as `R,G,B`.
public struct ChannelNames: Hashable, Sendable, CustomStringConvertible {
    /// One to four names: gray; gray and alpha; red, green and blue; or red, green, blue and alpha.
    public let names: [String]

    /// Reads names separated by commas.
    /// - Throws: ``ParsingError`` if a name is empty or if there are more than four names.
    public init(parsing text: String) throws(ParsingError) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= 4, names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            let forms = "one to four names, such as R,G,B,A or Y,A"
            throw ParsingError(text, "channels.names", "is not a list of channels. Use \(forms).")
        }
        self.names = names
    }

    /// The names, separated by commas.
    public var description: String { names.joined(separator: ",") }
}
