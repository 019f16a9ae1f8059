public import ArgumentParser
public import FlipbookCore
import FlipbookFiles
public import FlipbookMedia
public import FlipbookRender
import Glibc
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

/// The words of the command line as the system gives them: bytes, which need not be UTF-8.
package enum ArgumentBytes {
    /// Checks that all words are UTF-8.
    ///
    /// Swift's strings hold nothing else: of another name they make one that no file has, and a search for it
    /// would report it as missing.
    package static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            // As a shell's `$'…'` reads it.
            let quoted = bytes.flatMap { "'\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            let name = String(escaping: quoted).escapingControlCharacters
            let renaming = "Rename it, as with convmv -f latin1 -t utf8 --notest"
            var status = stat()
            let advice =
                if stat(word, &status) != 0 {
                    "Give another one."
                } else if status.st_mode & S_IFMT == S_IFDIR {
                    "\(renaming), or go there, cd $'\(name)', and give . for it."
                } else {
                    "\(renaming)."
                }
            throw Failure.usage("\(name): this name is not UTF-8, and only names that are can be given. \(advice)")
        }
    }
}

/// The completions of an input in a shell: the sequences of a folder as patterns, folders, and the other files.
package enum InputCompletion {
    @Sendable package static func candidates(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let bytes = prefix.utf8
        let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        let folder = String(prefix[..<end])
        // In a folder that cannot be read there is nothing to offer.
        guard let listing = try? FolderListing(FilePath(folder.isEmpty ? "." : folder)) else { return [] }
        let grouping = FileSequence.grouping(names: listing.names)
        var found = grouping.sequences.map { sequence in
            sequence.frames.count == 1 ? sequence.files[0].name.string : sequence.pattern.description
        }
        found += (grouping.stills + grouping.others).map(\.string)
        found += listing.folders.filter { !$0.hasPrefix(".") }.map { $0 + "/" }
        let fitting = found.map { folder + $0 }.filter { $0.hasPrefix(prefix) }
        if !fitting.isEmpty { return fitting.sorted() }
        // The beginning of one frame's number is no beginning of a pattern.
        return listing.names.map { folder + $0 }.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
