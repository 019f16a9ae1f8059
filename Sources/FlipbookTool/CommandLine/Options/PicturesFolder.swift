package import FlipbookCore
import FlipbookFiles
import Glibc

/// Where the user keeps pictures, as xdg-user-dirs has it.
package enum PicturesFolder {
    /// The folder that `user-dirs.dirs` names; without it `Pictures` in the home folder where there is one, else the home
    /// folder; where none of them can be written, the folder for what is temporary. A played folder is hardly any of them.
    package static var path: FilePath {
        let home = Environment.path("HOME") ?? ""
        let named = UserConfiguration.settings(in: "user-dirs.dirs").last { $0.name == "XDG_PICTURES_DIR" }
            .map { folder(named: $0.value, home: home) }
        return FilePath([named, home + "/Pictures", home].compactMap { $0 }.first(where: isWritable) ?? "/tmp")
    }

    /// A folder as the file writes it: `"$HOME/Bilder"`.
    private static func folder(named value: String, home: String) -> String {
        let value = value.filter { $0 != "\"" }
        return value.hasPrefix("$HOME") ? home + value.dropFirst(5) : value
    }

    private static func isWritable(_ path: String) -> Bool {
        FilePath(path).isFolder && access(path, W_OK) == 0
    }

    /// Throws where the folder that a user names for what is saved cannot be written, or be made.
    package static func check(_ folder: FilePath) throws(Failure) {
        var path = folder.string
        while FileStatus(FilePath(path)) == nil, errno == ENOENT {
            let parent = FilePath(path).directory
            if parent == path { break }
            path = parent
        }
        func refuse(_ reason: String) -> Failure {
            Failure.usage("--save-to: \(FilePath(path)) \(reason). Name another folder.")
        }
        if !FilePath(path).isFolder { throw refuse("is not a folder") }
        if access(path, W_OK) != 0 { throw refuse("cannot be written: \(String(cString: strerror(errno)))") }
    }
}
