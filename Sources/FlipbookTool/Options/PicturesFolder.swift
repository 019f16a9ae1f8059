import FlipbookCore
import Glibc

/// Where the user keeps pictures, as xdg-user-dirs has it.
enum PicturesFolder {
    /// The folder that `user-dirs.dirs` names; without it `Pictures` in the home folder where there is one, else the home
    /// folder; without that, the folder for what is temporary. A played folder is hardly any of them.
    static var path: FilePath {
        guard let home = UserConfiguration.path("HOME") else { return FilePath("/tmp") }
        let named = UserConfiguration.settings(in: "user-dirs.dirs").last { $0.name == "XDG_PICTURES_DIR" }
            .map { folder(named: $0.value, home: home) }
        return [named, home + "/Pictures"].compactMap { $0 }.first(where: isFolder).map { FilePath($0) }
            ?? FilePath(home)
    }

    /// A folder as the file writes it: `"$HOME/Bilder"`.
    private static func folder(named value: String, home: String) -> String {
        let value = value.filter { $0 != "\"" }
        return value.hasPrefix("$HOME") ? home + value.dropFirst(5) : value
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
