internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc

package enum UserConfiguration {
    /// The settings folder: `XDG_CONFIG_HOME`, or `.config` in the home folder, or `nil` if neither exists.
    package static var folder: String? { Environment.folder("XDG_CONFIG_HOME", orInHome: ".config") }

    static func settings(in file: String) -> [(name: String, value: String)] {
        guard let folder, let bytes = try? OpenFile.contents(of: FilePath("\(folder)/\(file)"), atMost: 65_536)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
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

package enum PicturesFolder {
    /// The folder specified in `user-dirs.dirs`, otherwise `Pictures` in the home folder, otherwise the home folder itself. If
    /// none of them is writable, `/tmp`.
    package static var path: FilePath {
        let home = Environment.path("HOME") ?? ""
        let named = UserConfiguration.settings(in: "user-dirs.dirs").last { $0.name == "XDG_PICTURES_DIR" }
            .map { folder(named: $0.value, home: home) }
        let usable = [named, home + "/Pictures", home].compactMap { $0 }.first { path in
            FilePath(path).isFolder && access(path, W_OK) == 0
        }
        return FilePath(usable ?? "/tmp")
    }

    private static func folder(named value: String, home: String) -> String {
        let value = value.filter { $0 != "\"" }
        return value.hasPrefix("$HOME") ? home + value.dropFirst(5) : value
    }

    package static func check(_ folder: FilePath) throws(Failure) {
        var place = folder
        while FileStatus(place) == nil, errno == ENOENT, place.directory != place.string {
            place = FilePath(place.directory)
        }
        guard place.isFolder, access(place.string, W_OK) == 0
        else { throw Failure.usage("--save-to: \(place) is not a writable folder. Specify a different one.") }
    }
}

package enum DesktopMotion {
    /// The setting of GNOME or a related desktop, if it is running. Otherwise, GTK's `gtk-enable-animations` in `settings.ini`
    /// or, if that is missing, KDE's factor for the duration of animations, which is 0 for reduced motion.
    package static var isReduced: Bool {
        if let isAnimatedByGNOME { return !isAnimatedByGNOME }
        let gtk = ["gtk-4.0/settings.ini", "gtk-3.0/settings.ini"].lazy
            .compactMap { file in
                UserConfiguration.settings(in: file).last { $0.name == "gtk-enable-animations" }?.value
            }.first
        if let gtk { return ["0", "false"].contains(gtk.lowercased()) }
        let factor = UserConfiguration.settings(in: "kdeglobals").last { $0.name == "AnimationDurationFactor" }
        return factor.flatMap { Double($0.value) } == 0
    }

    /// GNOME's `enable-animations`, which only GLib can read, or `nil` on other desktops.
    private static var isAnimatedByGNOME: Bool? {
        let desktops = Environment.text("XDG_CURRENT_DESKTOP")?.split(separator: ":") ?? []
        guard desktops.contains(where: { ["GNOME", "Unity", "Budgie", "Pantheon"].contains($0) }),
            let gio: GIOCalls = RuntimeLibrary("libgio-2.0.so.0").calls(GIOCalls_names())
        else { return nil }
        // GLib ends the process if a schema or a key is not installed, so both are looked up first.
        let (name, key) = ("org.gnome.desktop.interface", "enable-animations")
        guard let source = gio.g_settings_schema_source_get_default(),
            let schema = gio.g_settings_schema_source_lookup(source, name, 1),
            gio.g_settings_schema_has_key(schema, key) != 0, let settings = gio.g_settings_new(name)
        else { return nil }
        // The setting is read once per process, so the settings object is never released.
        return gio.g_settings_get_boolean(settings, key) != 0
    }
}
