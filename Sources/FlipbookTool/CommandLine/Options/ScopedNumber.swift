import ArgumentParser

/// A number for every file, or for those of one extension: `18`, `mp4=18`.
package struct ScopedNumber: ExpressibleByArgument {
    /// The extension of the files; `nil` for all.
    let fileExtension: String?
    let number: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard let number = parts.last.flatMap({ Int($0) }), parts.count <= 2, parts.first?.isEmpty == false else {
            return nil
        }
        self.number = number
        fileExtension = parts.count == 2 ? parts[0].lowercased() : nil
    }
}

extension [ScopedNumber] {
    /// The number for files of these extensions: the last that names one of them, else the last for all.
    package func number(for extensions: [String]) -> Int? {
        (last { $0.fileExtension.map(extensions.contains) ?? false } ?? last { $0.fileExtension == nil })?.number
    }

    /// The first extension that none of the formats has.
    package func unusedExtension(among extensions: [String]) -> String? {
        compactMap(\.fileExtension).first { !extensions.contains($0) }
    }
}
