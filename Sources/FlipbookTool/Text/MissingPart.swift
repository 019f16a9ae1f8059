import FlipbookFiles
import FlipbookImaging

/// An element of GStreamer or a library that is missing here.
struct MissingPart: Encodable {
    /// For which of the files it is missing; `nil` for all of them.
    var part: String?
    let library: String
    /// The package that would add it.
    let package: String?

    init(_ library: String, part: String? = nil) {
        (self.part, self.library, package) = (part, library, DebianPackage.containing(element: library))
    }
}

extension RuntimeLibrary {
    /// The library, where it is not installed here.
    var lacking: [MissingPart] { isInstalled ? [] : [MissingPart(name)] }
}

extension [MissingPart] {
    /// The packages that would add them.
    var packages: [String] { Set(compactMap(\.package)).sorted() }

    /// What to do: `apt install libwebp7`; which is missing, where we know no package; `nil` for none.
    var advice: String? {
        first.map { packages.isEmpty ? "\($0.library) is missing" : "apt install \(packages.joined(separator: " "))" }
    }

    /// What is missing: `animations: libavif.so.15 missing`; empty for nothing.
    var words: String {
        let names = map { ($0.part.map { "\($0): " } ?? "") + $0.library }
        return names.isEmpty ? "" : names.joined(separator: ", ") + " missing"
    }
}
