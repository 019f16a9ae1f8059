public import ArgumentParser
public import FlipbookCore
import FlipbookFiles
public import FlipbookMedia
public import FlipbookRender
import Glibc
public import Logging

// The conformances are public because the types are public. No module imports a command.

/// A value whose raw value is its name on the command line.
///
/// The parser lists the values of every option whenever it reads a command line. Its default implementation uses key paths and
/// a dictionary of descriptions, for which the runtime searches all of the process's conformances twice for each type.
public protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String, AllCases == [Self] {}

extension ArgumentWord {
    /// The raw values.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// No descriptions, since the names and the option's help are sufficient.
    public static var allValueDescriptions: [String: String] { [:] }

    /// The raw value.
    public var defaultValueDescription: String { rawValue }
}

extension MissingFramePolicy: ArgumentWord {}
extension FileOrder: ArgumentWord {}
extension Terminal.Coloring: ArgumentWord {}
extension Dialect: ArgumentWord {}
extension DeviceScreen: ArgumentWord {}
extension UserInterfaceIdiom: ArgumentWord {}
extension SequenceWords: ArgumentWord {}
extension Logger.Level: @retroactive ExpressibleByArgument, ArgumentWord {}
extension TerminalGraphics: ArgumentWord {}

extension ThumbnailCache.Size: ArgumentWord {}
extension ColorSpace: ArgumentWord {}
extension ColorRange: ArgumentWord {}
extension Dither: ArgumentWord {}

extension LoopMode: ExpressibleByArgument {
    /// Creates a loop mode from `once`, `loop`, or `pingpong`.
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.argumentName == argument }) else { return nil }
        self = mode
    }

    /// The names of the modes.
    public static var allValueStrings: [String] { allCases.map(\.argumentName) }

    /// Descriptions of the modes.
    public static var allValueDescriptions: [String: String] {
        [
            once.argumentName: "stop",
            loop.argumentName: "start over",
            pingPong.argumentName: "back and forth, showing the end frames once",
        ]
    }

    /// The name of the mode.
    public var defaultValueDescription: String { argumentName }
    private var argumentName: String { rawValue.lowercased() }
}

/// The arguments as the system passes them: bytes that are not necessarily UTF-8.
package enum ArgumentBytes {
    /// Checks that all arguments are UTF-8.
    ///
    /// Swift replaces invalid bytes in strings, so the string would be the name of a file that does not exist.
    package static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            // Uses the shell's `$'…'` syntax.
            let quoted = bytes.flatMap { "'\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            let name = String(escaping: quoted).escapingControlCharacters
            let renaming = "Rename it, as with convmv -f latin1 -t utf8 --notest"
            var status = stat()
            let advice =
                if stat(word, &status) != 0 {
                    "Use a different name."
                } else if status.st_mode & S_IFMT == S_IFDIR {
                    "\(renaming), or change to it with cd $'\(name)' and use . as the input."
                } else {
                    "\(renaming)."
                }
            throw Failure.usage("\(name): this name is not UTF-8, which Flipbook requires. \(advice)")
        }
    }
}

package enum InputCompletion {
    @Sendable package static func candidates(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let bytes = prefix.utf8
        let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        let folder = String(prefix[..<end])
        guard let listing = try? FolderListing(FilePath(folder.isEmpty ? "." : folder)) else { return [] }
        let grouping = FileSequence.grouping(names: listing.names)
        var found = grouping.sequences.map { sequence in
            sequence.frames.count == 1 ? sequence.files[0].name.string : sequence.pattern.description
        }
        found += (grouping.stills + grouping.others).map(\.string)
        found += listing.folders.filter { !$0.hasPrefix(".") }.map { $0 + "/" }
        let fitting = found.map { folder + $0 }.filter { $0.hasPrefix(prefix) }
        if !fitting.isEmpty { return fitting.sorted() }
        // Offers file names, since a prefix that ends within a frame number cannot begin a pattern.
        return listing.names.map { folder + $0 }.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
