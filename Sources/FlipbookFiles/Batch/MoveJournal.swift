package import FlipbookCore

/// The steps that give files their names in a folder, recorded before the first step. Until then, files wait in a hidden
/// folder. Replaced files are moved there, so nothing is lost, and an undo reverses the steps.
package struct MoveJournal: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case folder(FilePath)
        case hidden(FilePath)
        case replaced(FilePath)

        package var name: FilePath {
            switch self {
            case .folder(let name), .hidden(let name), .replaced(let name): name
            }
        }

        /// The location as text: a name in the folder or, after a slash, in the hidden folder. Not used for replaced files.
        fileprivate var text: String {
            switch self {
            case .folder(let name), .replaced(let name): name.string
            case .hidden(let name): "/" + name.string
            }
        }

        fileprivate init?(text: String) {
            let isHidden = text.utf8.first == UInt8(ascii: "/")
            let name = FilePath(String(decoding: text.utf8.dropFirst(isHidden ? 1 : 0), as: UTF8.self))
            guard name.isPlainName else { return nil }
            self = isHidden ? .hidden(name) : .folder(name)
        }
    }

    package struct Step: Hashable, Sendable {
        package let from, to: Place
        package let file: FileDigest
        package let replaced: FileDigest?
        var aside: Place { .replaced(to.name) }

        package init(_ from: Place, _ to: Place, _ file: FileDigest, replacing replaced: FileDigest? = nil) {
            (self.from, self.to, self.file, self.replaced) = (from, to, file, replaced)
        }
    }

    package let steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    package var places: Set<Place> {
        Set(steps.flatMap { step in [step.from, step.to] + (step.replaced == nil ? [] : [step.aside]) })
    }

    private static let heading = "flipbook journal 1"
    /// The last part, with the number of steps. It contains a slash, so it cannot be a name.
    private static func ending(_ count: Int) -> String { "end/\(count)" }

    /// The journal as text. Each part ends with a zero byte, which cannot occur in a name. The last part shows that the text is
    /// complete.
    package var text: String {
        let parts = steps.flatMap { [$0.from.text, $0.to.text, $0.file.description, $0.replaced?.description ?? ""] }
        return ([Self.heading] + parts + [Self.ending(steps.count)]).joined(separator: "\0")
    }

    /// Parses a journal. A foreign journal is harmless, since its names can refer only to the two folders.
    /// - Returns: `nil` if the text is not a complete journal.
    package init?(parsing bytes: [UInt8]) {
        // The bytes are split, since the separator and the next character could combine into one `Character`.
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count % 4 == 2, parts.first == Self.heading, parts.last == Self.ending(parts.count / 4)
        else { return nil }
        var steps: [Step] = []
        for start in stride(from: 1, to: parts.count - 1, by: 4) {
            guard let from = Place(text: parts[start]), let to = Place(text: parts[start + 1]),
                let file = FileDigest(text: parts[start + 2])
            else { return nil }
            let old = parts[start + 3].isEmpty ? nil : FileDigest(text: parts[start + 3])
            guard parts[start + 3].isEmpty == (old == nil) else { return nil }
            steps.append(Step(from, to, file, replacing: old))
        }
        self.steps = steps
    }
}

extension FileDigest {
    fileprivate init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let byteCount = Int64(words[0]), let hash = UInt64(words[1], radix: 16)
        else { return nil }
        self.init(byteCount: byteCount, hash: hash)
    }
}
