public import ArgumentParser
public import FlipbookCore
public import FlipbookMedia
public import Logging

// Values that the command line names by one of a few words. The conformances are
// public because the types are; nobody imports a command.

extension MissingFramePolicy: ExpressibleByArgument {}
extension MismatchPolicy: ExpressibleByArgument {}
extension FileOrder: ExpressibleByArgument {}
extension VideoCodec: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

extension ContentMode: ExpressibleByArgument {
    /// The mode of a name as UIKit spells it.
    public init?(argument: String) { self.init(name: argument) }

    /// UIKit's names of the modes.
    public static var allValueStrings: [String] { allCases.map(\.name) }

    /// The name that help shows as the default.
    public var defaultValueDescription: String { name }
}
