import FlipbookTestSupport
import Glibc
import Testing

/// Less motion, asked for by an option or on the desktop.
@Suite(.hangLimit, .serialized) struct ReducedMotionTests {
    private let walk: ColoredWalk

    init() throws {
        walk = try ColoredWalk()
        let text = "animationImages: walk/walk.####.png\nimage: walk/walk.0005.png\nframeRate: 12\n"
        try walk.folder.write(Array(text.utf8), to: "walk.yaml")
    }

    @Test("the still picture stands until Space plays")
    func still() throws {
        let outcome = try PlayedWindow.playing(["walk.yaml", "--reduced-motion"], in: walk.folder.path, sink: nil) {
            window in
            try walk.see(5, in: window)
            try window.press("space", until: "another frame") { ![5, nil].contains(ColoredWalk.number($0)) }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    @Test("without a still picture the first frame stands, also where the desktop asks for it")
    func desktop() throws {
        try walk.folder.write(Array("[Settings]\ngtk-enable-animations = false\n".utf8), to: "gtk-4.0/settings.ini")
        let environment = ["XDG_CONFIG_HOME": walk.folder.path]
        let outcome = try PlayedWindow.playing(["walk"], in: walk.folder.path, sink: nil, environment: environment) {
            window in
            try walk.see(1, in: window)
            try window.press("Right", until: "frame 2") { ColoredWalk.number($0) == 2 }
            try window.press("space", until: "the frames after it") { (ColoredWalk.number($0) ?? 0) > 3 }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let moving = try PlayedWindow.playing(
            ["walk", "--no-reduced-motion"],
            in: walk.folder.path,
            sink: nil,
            environment: environment
        ) { window in
            try window.see("a later frame") { (ColoredWalk.number($0) ?? 0) > 3 }
            try window.quit()
        }
        expectEqual(moving.status, 0, "\(moving.errors)")
    }

    private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"

    @Test(
        "where GNOME runs, its own switch decides, whatever GTK's file says",
        .enabled(if: access(schema, R_OK) == 0, "GNOME's settings are not installed"),
        arguments: LongTests.cases([false, true], every: 2)
    )
    func gnome(isAnimated: Bool) throws {
        let text = "[org/gnome/desktop/interface]\nenable-animations=\(isAnimated)\n"
        try walk.folder.write(Array(text.utf8), to: "glib-2.0/settings/keyfile")
        let other = "[Settings]\ngtk-enable-animations=\(isAnimated ? 0 : 1)\n"
        try walk.folder.write(Array(other.utf8), to: "gtk-3.0/settings.ini")
        let environment = [
            "XDG_CONFIG_HOME": walk.folder.path, "GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
        ]
        let outcome = try PlayedWindow.playing(["walk"], in: walk.folder.path, sink: nil, environment: environment) {
            window in
            if isAnimated {
                try window.see("a later frame") { (ColoredWalk.number($0) ?? 0) > 3 }
            } else {
                try walk.see(1, in: window)
                try window.press("Right", until: "frame 2") { ColoredWalk.number($0) == 2 }
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
