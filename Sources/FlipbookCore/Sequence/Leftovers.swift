/// Temporary files that programs leave next to frames when writing or editing them.
package enum Leftovers {
    static func hints(on sequence: FileSequence, of pattern: FramePattern, among names: [String]) -> [String] {
        // Fast path: usually all files are frames.
        guard sequence.files.count < names.count, pattern.frames == nil else { return [] }
        let left = names.compactMap { name in frame(of: name).map { (name: FilePath(name), frame: FilePath($0)) } }
        guard !left.isEmpty else { return [] }
        let there = Set(names.lazy.map { FilePath($0) })
        let absent = left.filter { !there.contains($0.frame) && pattern.match($0.frame.string) != nil }
        // The names in a folder are in no particular order.
        guard let first = absent.min(by: { $0.name.naturallyPrecedes($1.name) }) else { return [] }
        let count = Set(absent.map(\.frame)).count
        let others = count == 1 ? "" : ", and so on (\(count) frames)"
        let name = FilePath(pattern.description)
        return ["\(name): \(first.frame) is missing, but a program left \(first.name) behind\(others)"]
    }

    /// Returns the name of the image that a temporary file belongs to, or `nil` if it is not a temporary file.
    package static func frame(of name: String) -> String? {
        var rest = Substring(name)
        func isImage(_ name: Substring) -> Bool {
            let ending = FrameFileName(String(name)).lowercasedExtension
            return FileSequence.knownImageExtensions.contains(String(decoding: ending, as: UTF8.self))
        }
        // Names such as walk.3.partial.png, which have an image's extension.
        if isImage(rest), !name.hasPrefix(".") {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 2, endings.contains(parts[parts.count - 2].lowercased()) else { return nil }
            return (parts.dropLast(2) + [parts[parts.count - 1]]).joined(separator: ".")
        }
        for mark in ["._", ".~lock.", "~$", "#", "."] where rest.hasPrefix(mark) {
            rest = rest.dropFirst(mark.count)
            // An image whose name merely begins with a dot is hidden, not temporary.
            if mark != ".", isImage(rest) { return String(rest) }
            break
        }
        for mark in ["~", "#"] where rest.hasSuffix(mark) { rest = rest.dropLast() }
        if rest.count < name.count, isImage(rest), name.hasSuffix("~") || name.hasSuffix("#") { return String(rest) }
        guard let dot = rest.lastIndex(of: "."), endings.contains(rest[rest.index(after: dot)...].lowercased()),
            isImage(rest[..<dot])
        else { return nil }
        return String(rest[..<dot])
    }

    private static let endings: Set<String> = [
        "bak", "crdownload", "download", "filepart", "inprogress", "lock", "old", "orig", "part", "partial",
        "placeholder", "rendering", "swo", "swp", "temp", "tmp",
    ]
}
