/// What a file is that is no picture that can be shown.
///
/// Written as a text, it is an image of another format: `"a HEIF file"`.
public struct FileContents: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// What a sentence calls it: `a HEIF file`, `a named pipe`, `text`.
    public let noun: String
    /// What can be done with it.
    package let kind: Kind

    /// What is in a file, as far as it decides what can be done with it.
    package enum Kind: Hashable, Sendable {
        /// A picture, or several, of a format or kind that is not decoded.
        case picture
        /// A picture of a format that is known by its first bytes alone, and the command that makes a PNG of it.
        case foreign(converter: String)
        /// Several pictures in one file, as far as is known, and what saves each as a file of its own.
        case pictures(splitter: String)
        /// A picture of a format that the library of this name decodes, which is not installed.
        case needing(library: String)
        /// A PNG in the form that Xcode gives to those of an app.
        case crushed
        /// An OpenEXR file whose compression is not unpacked.
        case unpackable
        /// Moving pictures or sound.
        case recording
        /// Packed files.
        case archive
        /// The place of a file that Git keeps elsewhere.
        case gitPointer
        /// An image whose bytes were changed on the way.
        case garbled
        /// Nothing that a picture could be got from: text, the beginning of a file, bytes of an unknown kind.
        case nothing
        /// No file at all.
        case special(SpecialFile)
    }

    /// A kind from its name and what can be done with it.
    package init(_ noun: String, _ kind: Kind = .picture) {
        self.noun = noun
        self.kind = kind
    }

    /// An image of another format.
    public init(stringLiteral noun: String) {
        self.init(noun)
    }

    /// An image of a format whose pixels are not decoded here.
    package init(_ format: ImageFormat) {
        let library = format.hasDecoder && !format.isDecoded ? format.library : nil
        let splitter = "ffmpeg -i IN -fps_mode passthrough OUT.%04d.png"
        self.init(format.noun, library.map(Kind.needing) ?? .pictures(splitter: splitter))
    }

    /// What there was too little of to load the library that decodes it.
    var shortage: MachineShortage? {
        if case .needing(let library) = kind { RuntimeLibrary.shortage(loading: library) } else { nil }
    }

    /// Pictures of a format whose files have one each, one behind another in one file.
    /// - Parameter demuxer: What reads them, by ffmpeg's name.
    static func joined(_ format: ImageFormat, demuxer: String) -> FileContents {
        let splitter = "ffmpeg -f \(demuxer) -i IN -c copy OUT.%04d.\(format.extensions[0])"
        return FileContents("several \(format.name) pictures, one behind another", .pictures(splitter: splitter))
    }

    /// What is no file.
    package init(_ special: SpecialFile) {
        self.init(special.rawValue, .special(special))
    }

    /// What a sentence calls it.
    public var description: String { noun }
}

extension UInt8 {
    /// A Boolean value that indicates a byte that programs put between pictures in one file: to fill up a word or a sector,
    /// or to end a line.
    var isFiller: Bool { [0, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " ")].contains(self) }
}
