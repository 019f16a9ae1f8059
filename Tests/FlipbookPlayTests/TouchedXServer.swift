import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// The X server with a touch screen and a touchpad that a script moves, without a screen: Xvfb has neither.
final class TouchedXServer {
    /// Whether everything is installed, and this user may start it.
    static let isAvailable =
        XServer.isAvailable && XServer.isInstalled("Xorg") && getuid() == 0
        && drivers.allSatisfy { FileManager.default.fileExists(atPath: "/usr/lib/xorg/modules/\($0)") }
    /// Why a test is skipped.
    static let absence: Comment =
        "Xorg, its drivers inputtest and dummy, or xdotool are not installed (tools/setup --test), or this is not root"
    private static let drivers = ["input/inputtest_drv.so", "drivers/dummy_drv.so"]

    /// The server's `DISPLAY`.
    let display: String
    private let folder: TemporaryDirectory
    private let process: RunningProgram

    /// Starts it.
    init() throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        func device(_ name: String, _ kind: String) -> String {
            """
            Section "InputDevice"
              Identifier "\(name)"
              Driver "inputtest"
              Option "DeviceType" "\(kind)"
              Option "TouchCount" "5"
              Option "SocketPath" "\(folder.path)/\(name)"
            EndSection

            """
        }
        let configuration =
            device("pad", "PointerGesture") + device("screen", "Touch") + device("keys", "Keyboard") + """
                Section "ServerFlags"
                  Option "AutoAddDevices" "false"
                  Option "AutoAddGPU" "false"
                EndSection
                Section "Device"
                  Identifier "card"
                  Driver "dummy"
                EndSection
                Section "Screen"
                  Identifier "all"
                  Device "card"
                  DefaultDepth 24
                EndSection
                Section "ServerLayout"
                  Identifier "layout"
                  Screen "all"
                  InputDevice "pad" "CorePointer"
                  InputDevice "keys" "CoreKeyboard"
                  InputDevice "screen" "SendCoreEvents"
                EndSection

                """
        try folder.write(Array(configuration.utf8), to: "xorg.conf")
        let (configured, log) = (folder.file("xorg.conf").string, folder.file("log").string)
        do {
            (process, display) = try XServer.start(
                "Xorg",
                ["-config", configured, "-logfile", log, "-novtswitch", "-sharevts"]
            )
        } catch is XServer.Failure {
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw PlayedWindow.Late(description: "the X server: \(said.suffix(2000))")
        }
    }

    /// Ends it.
    func stop() { process.end() }

    /// Does one action after the other: `see 100 100 FF0000` waits for a color, `finger 18 1 100 100` is a finger that comes down
    /// (19 moves, 20 goes up), `pinch 27 2 1` two on the touchpad that begin (28 move, 29 end), `pointer 100 100` and `key q`
    /// are xdotool's, `halt PID` and `go PID` stop a process as a busy machine does, and `wait 0.5` waits. A server hears one
    /// script only.
    func perform(_ actions: [String]) throws {
        let script = """
            import ctypes, os, signal, socket, struct, subprocess, sys, time
            folder, patience, actions = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
            end = time.monotonic() + patience
            def connect(name):
                wire = socket.socket(socket.AF_UNIX)
                wire.connect(folder + "/" + name)
                wire.sendall(struct.pack("<IIHH", 12, 0, 1, 1))
                wire.recv(64)
                return wire
            screen, pad = connect("screen"), connect("pad")
            def send(wire, kind, body):
                wire.sendall(struct.pack("<II", 8 + len(body), kind) + body)
                time.sleep(0.05)
            x = ctypes.CDLL("libX11.so.6")
            for name in ("XOpenDisplay", "XGetImage"): getattr(x, name).restype = ctypes.c_void_p
            for name in ("XDefaultRootWindow", "XGetPixel"): getattr(x, name).restype = ctypes.c_ulong
            display = ctypes.c_void_p(x.XOpenDisplay(None))
            root, size = ctypes.c_ulong(x.XDefaultRootWindow(display)), [x.XDisplayWidth(display, 0), x.XDisplayHeight(display, 0)]
            def color(column, row):
                image = ctypes.c_void_p(x.XGetImage(display, root, column, row, 1, 1, ctypes.c_ulong(0xFFFFFF), 2))
                try: return "%06X" % (x.XGetPixel(image, 0, 0) & 0xFFFFFF)
                finally: x.XDestroyImage(image)
            for action in actions:
                kind, *words = action.split()
                if kind == "see":
                    while color(int(words[0]), int(words[1])) != words[2]:
                        if time.monotonic() > end: sys.exit("it did not come: " + action)
                        time.sleep(0.05)
                elif kind == "finger":
                    places = [float(words[2]) * 65535 / (size[0] - 1), float(words[3]) * 65535 / (size[1] - 1)]
                    values = struct.pack("<IB7x4x64d64d", 0, 3, *places, *[0.0] * 126)
                    send(screen, 6, struct.pack("<II", int(words[1]), int(words[0])) + values)
                elif kind == "pinch":
                    send(pad, 7, struct.pack("<HHI6d", int(words[0]), int(words[1]), 0, 0, 0, 0, 0, float(words[2]), 0))
                elif kind == "pointer": subprocess.run(["xdotool", "mousemove"] + words)
                elif kind == "halt": os.kill(int(words[0]), signal.SIGSTOP)
                elif kind == "go": os.kill(int(words[0]), signal.SIGCONT)
                elif kind == "wait": time.sleep(float(words[0]))
                elif kind == "key": subprocess.run(["xdotool", "key"] + words)
            """
        let outcome = try Program.python.run(
            ["-c", script, folder.path, "\(Patience.limit.components.seconds)"] + actions,
            environment: ["DISPLAY": display]
        )
        if outcome.status != 0 { throw PlayedWindow.Late(description: outcome.errors) }
    }
}
