internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging

/// A Boolean value that indicates whether the user has asked the desktop for less motion.
package enum DesktopMotion {
    /// Where GNOME or its kin runs, the switch of its settings. Else GTK's `gtk-enable-animations` in `settings.ini`, or where
    /// GTK says nothing, KDE's factor for the length of animations, which is 0 then.
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

    /// `enable-animations` of GNOME, which keeps its settings where only GLib's library finds them; `nil` on other desktops.
    private static var isAnimatedByGNOME: Bool? {
        let desktops = Environment.text("XDG_CURRENT_DESKTOP")?.split(separator: ":") ?? []
        guard desktops.contains(where: { ["GNOME", "Unity", "Budgie", "Pantheon"].contains($0) }),
            let gio: GIOCalls = RuntimeLibrary("libgio-2.0.so.0").calls(GIOCalls_names())
        else { return nil }
        // GLib ends the process over a schema or a key that is not installed, so both are asked for first.
        let (name, key) = ("org.gnome.desktop.interface", "enable-animations")
        guard let source = gio.g_settings_schema_source_get_default(),
            let schema = gio.g_settings_schema_source_lookup(source, name, 1),
            gio.g_settings_schema_has_key(schema, key) != 0, let settings = gio.g_settings_new(name)
        else { return nil }
        // Asked once in the life of the process: what it was asked of is not given back.
        return gio.g_settings_get_boolean(settings, key) != 0
    }
}
