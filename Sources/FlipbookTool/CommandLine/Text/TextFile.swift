package import FlipbookCore
import FlipbookFiles
import FoundationEssentials
import Glibc

package struct TextFile {
    package let path: FilePath
    package let option: String
    package let overwrites: Bool

    package init(path: FilePath, option: String, overwrites: Bool) {
        (self.path, self.option, self.overwrites) = (path, option, overwrites)
    }

    /// Checks that the file can be written, without changing anything. Call it before the work begins.
    package func check() throws(Failure) {
        let name = path.string
        guard !name.isEmpty, !name.utf8.contains(0)
        else { throw Failure.usage("\(option) \"\(path)\": not a valid file name.") }
        if FileSequence.knownImageExtensions.contains(where: { name.lowercased().hasSuffix("." + $0) }) {
            throw Failure.usage("\(option) \(path): looks like an image file, not a report. Use a different extension.")
        }
        if name.utf8.last == UInt8(ascii: "/") || path.isFolder {
            throw Failure.usage("\(option) \(path): a folder, not a file. Specify a file in it.")
        }
        if !overwrites, let status = FileStatus(path), status.kind == .file, status.byteCount > 0 {
            let ways = "Choose a different name with \(option), or add --overwrite to replace it."
            throw Failure.usage("\(path) exists and was not changed. \(ways)")
        }
        if isReplaced {
            _ = try begin()
        } else {
            guard access(name, W_OK) == 0 else { throw failure(errno) }
        }
    }

    package func write(_ text: String) throws(Failure) {
        guard isReplaced else {
            let descriptor = open(path.string, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(errno) }
            defer { close(descriptor) }
            return try put(Array(text.utf8), descriptor)
        }
        let output = try begin()
        try put(Array(text.utf8), output.descriptor)
        do { try output.commit() } catch { throw failure(error.errno) }
    }

    /// A Boolean value that indicates whether the file is replaced as a whole, because it is a regular or new file rather than
    /// a device or a pipe.
    private var isReplaced: Bool { FileStatus(path).map { $0.kind == .file } ?? true }

    private func begin() throws(Failure) -> AtomicFile {
        // Replaces the target of a link, not the link itself.
        try wrapping(AtomicFile(target: path.resolved ?? path, overwrites: true)) { (error: FileSystemError) in
            failure(error.errno)
        }
    }

    private func put(_ bytes: [UInt8], _ descriptor: Int32) throws(Failure) {
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        if code != 0 { throw failure(code) }
    }

    private func failure(_ code: Int32) -> Failure {
        return Failure.environment(FileSystemError.writeFailure(path, code).sentence(naming: [.output: option]))
    }
}

extension Encodable {
    package var jsonText: String { get throws { try json(.prettyPrinted) } }
    package var jsonLine: String { get throws { try json() } }

    private func json(_ format: JSONEncoder.OutputFormatting = []) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
        // The encoder escapes only what JSON requires. Other characters could confuse a terminal.
        return String(decoding: try encoder.encode(self), as: UTF8.self)
            .escaped { $0 != "\n" && $0.disturbsDisplay ? $0.escapedForJSON : nil }
    }
}

extension Decodable {
    /// Reads a value from a JSON document.
    /// - Parameter sentence: Returns the message about an invalid document, given the position and the reason.
    package init(readingJSON path: FilePath, orElse sentence: (String) -> String) throws(Failure) {
        // Devices and pipes are rejected, since they might never end.
        let bytes = try wrapping(OpenFile.contents(of: path, atMost: 1 << 30)) { (error: FileSystemError) in
            Failure.environment("\(error).")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            let place = (error as? DecodingError)?.place ?? ": \(error)"
            let fault = sentence(place.hasSuffix(".") ? String(place.dropLast()) : place)
            throw Failure.usage("\(path): \(fault). Create it again with this version of Flipbook.")
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, _): return ": the key \(key.stringValue.escapingControlCharacters) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            // The standard library's message contains the name of a Swift type.
            let reason = context.debugDescription.replacing(/^Cannot initialize .+? from invalid .+? value (.*)/) {
                "'\($0.1)' is unknown to this version"
            }
            let parts = context.codingPath.map(\.stringValue) + [reason]
            return parts.map { ": " + $0.escapingControlCharacters }.joined()
        @unknown default: return ""
        }
    }
}
