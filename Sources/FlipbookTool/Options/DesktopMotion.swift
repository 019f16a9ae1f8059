/// Whether the user has asked the desktop for less motion.
enum DesktopMotion {
    /// GTK's `gtk-enable-animations` in `settings.ini`, or where GTK says nothing, KDE's factor for the length of
    /// animations, which is 0 then.
    static var isReduced: Bool {
        let gtk = ["gtk-4.0/settings.ini", "gtk-3.0/settings.ini"].lazy
            .compactMap { file in
                UserConfiguration.settings(in: file).last { $0.name == "gtk-enable-animations" }?.value
            }.first
        if let gtk { return ["0", "false"].contains(gtk.lowercased()) }
        let factor = UserConfiguration.settings(in: "kdeglobals").last { $0.name == "AnimationDurationFactor" }
        return factor.flatMap { Double($0.value) } == 0
    }
}
