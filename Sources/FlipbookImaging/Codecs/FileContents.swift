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
        /// One or more pictures of a format whose header is all that is read.
        case headerOnly
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
        self.init(format.noun, library.map(Kind.needing) ?? .headerOnly)
    }

    /// What there was too little of to load the library that decodes it.
    var shortage: MachineShortage? {
        if case .needing(let library) = kind { RuntimeLibrary.shortage(loading: library) } else { nil }
    }

    /// What is no file.
    package init(_ special: SpecialFile) {
        self.init(special.rawValue, .special(special))
    }

    /// What a sentence calls it.
    public var description: String { noun }
}
