public import ArgumentParser
public import FlipbookCore
public import FlipbookMedia
public import FlipbookRender
public import Logging

// Values that the command line names by one of a few words. The conformances are
// public because the types are; a command is not imported.

/// A value that the command line names by its raw value.
///
/// The parser lists the words of every option whenever it reads a command line. Its own way goes through key paths and a
/// dictionary of descriptions, for which the run-time library searches all conformances of the process twice for each type.
public protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String, AllCases == [Self] {}

extension ArgumentWord {
    /// The words as they are written.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// A word says itself what it means, or the option's help does.
    public static var allValueDescriptions: [String: String] { [:] }

    /// The word as help writes it.
    public var defaultValueDescription: String { rawValue }
}

extension MissingFramePolicy: ArgumentWord {}
extension MismatchPolicy: ArgumentWord {}
extension FileOrder: ArgumentWord {}
extension Terminal.Coloring: ArgumentWord {}
extension Dialect: ArgumentWord {}
extension DeviceScreen: ArgumentWord {}
extension UserInterfaceIdiom: ArgumentWord {}
extension SequenceWords: ArgumentWord {}
extension Logger.Level: @retroactive ExpressibleByArgument, ArgumentWord {}
extension TerminalGraphics: ArgumentWord {}

extension ColorSpace: ArgumentWord {}
extension ColorRange: ArgumentWord {}
extension Dither: ArgumentWord {}

extension LoopMode: ExpressibleByArgument {
    /// `once`, `loop`, `pingpong`.
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.argumentName == argument }) else { return nil }
        self = mode
    }

    /// The modes as they are written.
    public static var allValueStrings: [String] { allCases.map(\.argumentName) }

    /// The effect of each.
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
