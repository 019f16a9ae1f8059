import FlipbookCore
import Glibc

/// Where the user keeps pictures, as xdg-user-dirs has it.
enum PicturesFolder {
    /// The folder that `user-dirs.dirs` names; without it `Pictures` in the home folder where there is one, else the home
    /// folder; without that, the folder for what is temporary. A played folder is hardly any of them.
    static var path: FilePath {
        guard let home = variable("HOME") else { return FilePath("/tmp") }
        let configuration = variable("XDG_CONFIG_HOME") ?? home + "/.config"
        let named = lines(of: configuration + "/user-dirs.dirs").compactMap { pictures(in: $0, home: home) }.last
        return [named, home + "/Pictures"].compactMap { $0 }.first(where: isFolder).map { FilePath($0) }
            ?? FilePath(home)
    }

    /// The folder that a line names: `XDG_PICTURES_DIR="$HOME/Bilder"`; `nil` for other lines.
    private static func pictures(in line: Substring, home: String) -> String? {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmed == "XDG_PICTURES_DIR" else { return nil }
        let value = parts[1].trimmed.filter { $0 != "\"" }
        return value.hasPrefix("$HOME") ? home + value.dropFirst(5) : value
    }

    private static func lines(of path: String) -> [Substring] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
