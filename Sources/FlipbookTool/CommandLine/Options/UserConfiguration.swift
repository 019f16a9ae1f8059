import FlipbookFiles
import Glibc

/// The user's own settings, by the rules of freedesktop.org.
package enum UserConfiguration {
    /// The folder that they lie in: `XDG_CONFIG_HOME`, or `.config` in the home folder; `nil` where there is neither.
    package static var folder: String? { Environment.folder("XDG_CONFIG_HOME", orInHome: ".config") }

    /// The lines `name = value` of a file in the folder, of at most 64 KiB, without the blanks around; none where the file
    /// cannot be read.
    static func settings(in file: String) -> [(name: String, value: String)] {
        guard let folder, let file = fopen("\(folder)/\(file)", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? (parts[0].trimmed, parts[1].trimmed) : nil
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
