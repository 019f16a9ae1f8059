public import ArgumentParser
public import FlipbookExport
public import FlipbookCommandLine

// Values of an export that the command line names by one of a few words.

extension Chroma: ArgumentWord {}
extension SheetSettings.Listing: ArgumentWord {}
extension AlphaOutput: ArgumentWord {}

extension VideoCodec: ExpressibleByArgument {
    /// A codec by its id.
    public init?(argument: String) {
        self.init(named: argument)
    }

    /// The codecs as they are written.
    public static var allValueStrings: [String] { all.map(\.id) }

    /// The codec as help writes it.
    public var defaultValueDescription: String { id }
}
