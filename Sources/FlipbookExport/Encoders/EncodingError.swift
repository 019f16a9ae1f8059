public import FlipbookCore

/// A refusal of a request by a format or a codec, with the nearest that accepts it.
public struct EncodingError: ExplainedError, Hashable {
    /// The kind of error: `profile.` and the part of the request.
    public let code: ErrorCode
    /// The contradiction, and the remedy.
    public let explanation: Explanation

    init(_ code: ErrorCode, _ explanation: Explanation) { (self.code, self.explanation) = (code, explanation) }

    /// No format has names that end like this one.
    public static func unknownExtension(_ path: FilePath) -> EncodingError {
        let offers = OutputFormat.all.filter { !$0.isNumbered && !$0.isSheet }.map(\.offer).joined(separator: ", ")
        return EncodingError(
            "profile.extension",
            "\(setting: .output) \(path): the extension says what to write, and this one is not known. "
                + "End the name in \(offers) or, for numbered images, \(remedy: .choose(format: "####.png"))."
        )
    }

    /// Standard output takes streams only, and none was chosen.
    public static let noStream = EncodingError(
        "profile.format",
        "\(setting: .output) -: say which stream, with \(remedy: .set(.format, to: "y4m")) or "
            + "\(remedy: .set(.format, to: "raw"))."
    )

    /// No format has this name.
    public static func unknownFormat(_ name: String) -> EncodingError {
        let streams = OutputFormat.streams.map(\.id).joined(separator: ", ")
        let named = OutputFormat.named.filter { !$0.isStream }
        let files = named.map { "\($0.id) for .\($0.namedExtensions[0])" }.joined(separator: ", ")
        return EncodingError(
            "profile.format",
            "\(setting: .format) \(name.escapingControlCharacters): the formats with a name are \(streams) for "
                + "\(remedy: .set(.output, to: "-")), \(files); of other files the extension says what to write."
        )
    }
}
