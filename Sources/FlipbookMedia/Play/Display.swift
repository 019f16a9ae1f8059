import Glibc

/// The desktop session that windows open in.
enum Display {
    /// Whether the environment names an X11 or Wayland display.
    static var isAvailable: Bool { isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") }

    private static func isSet(_ variable: String) -> Bool {
        getenv(variable).map { $0.pointee != 0 } ?? false
    }
}
