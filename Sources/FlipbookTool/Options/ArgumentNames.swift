public import ArgumentParser
public import FlipbookCore
public import FlipbookImaging
public import FlipbookLint
public import FlipbookMedia
public import Logging

// Values that the command line names by one of a few words. The conformances are
// public because the types are; a command is not imported.

extension MissingFramePolicy: ExpressibleByArgument {}
extension MismatchPolicy: ExpressibleByArgument {}
extension FileOrder: ExpressibleByArgument {}
extension Terminal.Coloring: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}
extension DeviceScreen: ExpressibleByArgument {}
extension UserInterfaceIdiom: ExpressibleByArgument {}
extension SequenceWords: ExpressibleByArgument {}
extension FixSettings.Sizing: ExpressibleByArgument {}
extension FailLevel: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
extension PlaybackSettings.EndPicture: ExpressibleByArgument {}
extension TerminalGraphics: ExpressibleByArgument {}

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

extension Chroma: ExpressibleByArgument {}
extension ColorSpace: ExpressibleByArgument {}
extension ColorRange: ExpressibleByArgument {}
extension Dither: ExpressibleByArgument {}
extension SheetSettings.Listing: ExpressibleByArgument {}
extension AlphaOutput: ExpressibleByArgument {}

extension LoopMode: ExpressibleByArgument {
    /// `once`, `loop`, `pingpong`.
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.argumentName == argument }) else { return nil }
        self = mode
    }

    /// The modes as they are written.
    public static var allValueStrings: [String] { allCases.map(\.argumentName) }

    /// What each of them does.
    public static var allValueDescriptions: [String: String] {
        [
            once.argumentName: "stop",
            loop.argumentName: "start over",
            pingPong.argumentName: "turn round; the frames at the ends are shown once",
        ]
    }

    /// The mode as help writes it.
    public var defaultValueDescription: String { argumentName }

    private var argumentName: String { rawValue.lowercased() }
}
