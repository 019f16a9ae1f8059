extension Display {
    /// Why a sink cannot open its window here; `nil` where it can, or where only the sink itself knows.
    ///
    /// Asked before the sink is: without its display one crashes, and another says nothing of use.
    package func obstacle(to sink: MediaSink) -> String? {
        // A display that the sink is given replaces the session's.
        guard !sink.properties.contains(where: { $0.name == "display" }) else { return nil }
        switch sink.element {
        case "autovideosink": return obstacle
        case "ximagesink", "xvimagesink":
            return x11 == nil ? "DISPLAY is not set" : Display(x11: x11, x11Folder: x11Folder).obstacle
        case "waylandsink":
            // What the protocol's library takes by default.
            let usual = Display(wayland: wayland ?? "wayland-0", runtimeFolder: runtimeFolder).obstacle
            return usual.map { wayland == nil ? "WAYLAND_DISPLAY is not set" : $0 }
        // GL may draw on a screen without either.
        case "glimagesink", "glimagesinkelement", "gtksink", "gtkglsink":
            return x11 == nil && wayland == nil ? nil : obstacle
        default: return nil
        }
    }
}
