import FlipbookFiles
import FlipbookImaging

/// An element of GStreamer or a library that is missing here.
package struct MissingPart: Encodable {
    /// For which of the files it is missing; `nil` for all of them.
    package var part: String?
    let library: String
    /// The package that would add it.
    package let package: String?

    package init(_ library: String, part: String? = nil) {
        (self.part, self.library, package) = (part, library, DebianPackage.containing(element: library))
    }
}

extension RuntimeLibrary {
    /// The library, where it is not installed here.
    package var lacking: [MissingPart] { isInstalled ? [] : [MissingPart(name)] }
}

extension [MissingPart] {
    /// The packages that would add them.
    package var packages: [String] { Set(compactMap(\.package)).sorted() }

    /// What to do: `apt install libwebp7`; which is missing, where we know no package; `nil` for none.
    package var advice: String? {
        first.map { packages.isEmpty ? "\($0.library) is missing" : "apt install \(packages.joined(separator: " "))" }
    }

    /// What is missing: `animations: libavif.so.15 missing`; empty for nothing.
    package var words: String {
        let names = map { ($0.part.map { "\($0): " } ?? "") + $0.library }
        return names.isEmpty ? "" : names.joined(separator: ", ") + " missing"
    }
}
