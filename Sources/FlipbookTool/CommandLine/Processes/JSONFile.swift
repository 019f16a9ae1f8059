import FlipbookCore
import FoundationEssentials
import Glibc

/// A document that the command reads.
package struct JSONFile {
    private let path: FilePath

    package init(_ path: String) { self.path = FilePath(path) }

    /// Reads the document.
    /// - Parameter sentence: What is wrong with a document that is another one, given where it is wrong and how.
    package func read<Value: Decodable>(_ type: Value.Type, orElse sentence: (String) -> String) throws(Failure)
        -> Value
    {
        guard access(path.string, R_OK) == 0 else {
            throw Failure.environment("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path.string)) } catch {
            throw Failure.environment("\(path) cannot be read; give a file.")
        }
        do { return try JSONDecoder().decode(type, from: data) } catch let error as DecodingError {
            throw Failure.usage("\(path): \(sentence(error.place)). Make it again with this program.")
        } catch {
            throw Failure.environment("\(path): \(error)")
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, _): return ": the key \(key.stringValue.escapingControlCharacters) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let parts = context.codingPath.map(\.stringValue) + [context.debugDescription]
            let text = parts.map { ": " + $0.escapingControlCharacters }.joined()
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        @unknown default: return ""
        }
    }
}
