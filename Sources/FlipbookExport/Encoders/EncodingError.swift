public import FlipbookCore
import FlipbookFiles

/// An error for a request that a format or codec does not support. It suggests the nearest alternative.
public struct EncodingError: ExplainedError, Hashable {
    /// The error code: `profile.` followed by the rejected part of the request.
    public let code: ErrorCode
    /// The problem and the remedy.
    public let explanation: Explanation

    init(_ code: ErrorCode, _ explanation: Explanation) { (self.code, self.explanation) = (code, explanation) }

    /// Returns the error for a name with an unknown extension.
    public static func unknownExtension(_ path: FilePath) -> EncodingError {
        if path.isFolder {
            let remedy = Remedy.set(.output, to: path.appending("frame.####.png").quotedAsArgument)
            return EncodingError("profile.extension", "\(setting: .output) \(path): a folder. Use \(remedy: remedy).")
        }
        let offers = OutputFormat.all.filter { !$0.isNumbered && !$0.isSheet }.map(\.offer).joined(separator: ", ")
        return EncodingError(
            "profile.extension",
            "\(setting: .output) \(path): the extension determines the format, and Flipbook does not write this one. "
                + "End the name in \(offers) or, for numbered images, \(remedy: .choose(format: "####.png"))."
        )
    }

    /// The error for standard output if no stream format is selected.
    public static let noStream = EncodingError(
        "profile.format",
        "\(setting: .output) -: choose a stream format with \(remedy: .set(.format, to: "y4m")) or "
            + "\(remedy: .set(.format, to: "raw"))."
    )

    /// Returns the error for an unknown format name.
    public static func unknownFormat(_ name: String) -> EncodingError {
        let streams = OutputFormat.streams.map(\.id).joined(separator: ", ")
        let named = OutputFormat.named.filter { !$0.isStream }
        let files = named.map { "\($0.id) for .\($0.namedExtensions[0])" }.joined(separator: ", ")
        return EncodingError(
            "profile.format",
            "\(setting: .format) \(name.escapingControlCharacters): the values are \(streams) for "
                + "\(remedy: .set(.output, to: "-")), \(files). For all others, the extension determines the format."
        )
    }
}
