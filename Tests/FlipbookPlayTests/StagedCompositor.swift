import FlipbookCore
import FlipbookTestSupport
import Foundation

/// A Wayland compositor that a script makes up: it has a touch screen, a touchpad, and files that are dragged, which sway lacks
/// without a screen, and does at a certain moment what others do by chance. It shows nothing, and looks at the pictures of its
/// one client.
final class StagedCompositor {
    private let folder: TemporaryDirectory
    private let compositor: RunningProgram
    private let files: (output: Pipe, errors: String)

    /// A compositor that does `actions` one after the other once it has a client.
    ///
    /// - Pictures: `see 100 100 FF0000` waits for a color at a place, `size 640 480 2` for a size in pixels at a scale; `still
    ///   0.5` expects the same picture for that many seconds.
    /// - The window: `configure 640 480` resizes it, `least 160 120` expects its least size, `scale 2` is its screen's, and
    ///   `close` closes it.
    /// - Fingers: `down 0 100 100`, `move 0 120 100`, `up 0` and `cancel` on a screen, `pointer 100 100`, `pinch-begin 2`,
    ///   `pinch 0 0 1.5` and `pinch-end` on a touchpad.
    /// - Keys: `focus`, `unfocus`, `key-down Right`, `key-up Right`, and `key Control+C` for both.
    /// - The mouse: `click 5 5 600`, 600 ms after `halt`, which stops the client until `go`, as a busy machine does; `click 600`
    ///   clicks where the pointer is. After `newest-first`, the client's newest object of a kind hears first.
    /// - The pen of a graphics tablet: `pen-down 5 5`, `pen-move 9 5`, `pen-up`, and `pen 5 5` for a tap.
    /// - Other programs: `drop PATH` drags a folder onto the window, and `copied PATH` keeps the picture that was copied, which
    ///   `selected` announces to the client as well. `paste 0.3 TEXT` presses Control+V and gives a text that many seconds
    ///   later; `trickle 0.3 TEXT` gives a letter that often, and `flood 0 TEXT` gives the text again and again. `unread`
    ///   expects that the client has asked for none.
    init(_ actions: [String]) throws {
        folder = try TemporaryDirectory()
        let output = Pipe()
        files = (output, folder.file("errors").string)
        let errors = open(files.errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(errors) }
        compositor = try RunningProgram(
            "python3",
            ["-c", Self.script, folder.file("socket").string, "\(Patience.limit.components.seconds)"] + actions,
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors
        )
        try output.fileHandleForWriting.close()
        // It says so when clients may come.
        _ = output.fileHandleForReading.availableData
    }

    /// Plays in it, to the end of both. What did not come fails the test.
    func play(_ arguments: [String], in played: String) throws -> Program.Outcome {
        defer { compositor.end() }
        let variables = [
            "WAYLAND_DISPLAY": folder.file("socket").string, "DISPLAY": "", "GST_DEBUG": "",
            "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
        ]
        return try Program.flipbook.run(["play"] + arguments, in: played, environment: variables) { _ in
            let ending = compositor.wait()
            let said = (try? String(contentsOfFile: files.errors, encoding: .utf8)) ?? ""
            if ending.status != 0 { throw PlayedWindow.Late(description: said) }
        }
    }

    private static let script = """
        import mmap, os, select, signal, socket, struct, sys, time

        path, patience, actions = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(8)
        print("ready", flush=True)
        end = time.monotonic() + patience
        kinds, pools, buffers, files, rest = {1: "wl_display"}, {}, {}, [], b""
        globals_ = ["wl_compositor 4", "wl_shm 1", "xdg_wm_base 1", "wl_seat 5", "wl_output 2", "wl_data_device_manager 3",
                    "zwp_pointer_gestures_v1 1", "zwp_tablet_manager_v2 1"]
        serial, attached, configured, picture, wire, window, said = 0, {}, set(), None, None, None, []
        offered, copied, scales, asked, delay, held, focused = {}, 0, {}, {}, 0.0, 0, False
        manner, order, created, tablet, pen = "", 1, 0, None, None
        codes = {"Control": 29, "Shift": 42, "C": 46, "H": 35, "O": 24, "Q": 16, "V": 47, "End": 107, "Home": 102,
                 "Right": 106, "Return": 28, "Escape": 1, "Slash": 53, "F11": 87, "Space": 57}
        keymap = (b'xkb_keymap { xkb_keycodes { include "evdev" }; xkb_types { include "complete" }; '
                  b'xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };\\0')

        def pack(*values):
            data = b""
            for value in values:
                if isinstance(value, float): data += struct.pack("<i", round(value * 256))
                elif isinstance(value, str):
                    text = value.encode() + b"\\0"
                    data += struct.pack("<I", len(text)) + text + b"\\0" * (-len(text) % 4)
                elif isinstance(value, list): data += struct.pack("<%dI" % (1 + len(value)), 4 * len(value), *value)
                else: data += struct.pack("<I", value & 0xFFFFFFFF)
            return data

        def send(target, event, *values, files=[]):
            words = pack(*values)
            data = struct.pack("<II", target, (8 + len(words)) << 16 | event) + words
            socket.send_fds(wire, [data], files) if files else wire.sendall(data)

        def every(kind): return sorted(number for number, name in kinds.items() if name == kind)

        def last(kind): return every(kind)[-1]

        # A client hears of a device by each object that it has for it.
        def tell(kind, event, *values):
            for number in every(kind)[::order]: send(number, event, *values)

        def next_serial():
            global serial
            serial += 1
            return serial

        made = {("wl_compositor", 0): "wl_surface", ("wl_compositor", 1): "wl_region", ("wl_display", 1): "wl_registry",
                ("wl_display", 0): "wl_callback", ("wl_surface", 3): "wl_callback", ("wl_shm", 0): "wl_shm_pool",
                ("wl_shm_pool", 0): "wl_buffer", ("xdg_wm_base", 2): "xdg_surface", ("xdg_surface", 1): "xdg_toplevel",
                ("wl_seat", 0): "wl_pointer", ("wl_seat", 1): "wl_keyboard", ("wl_seat", 2): "wl_touch",
                ("wl_data_device_manager", 0): "wl_data_source", ("wl_data_device_manager", 1): "wl_data_device",
                ("zwp_pointer_gestures_v1", 1): "zwp_pointer_gesture_pinch_v1",
                ("zwp_tablet_manager_v2", 0): "zwp_tablet_seat_v2"}

        def take(target, request, words):
            global window, picture, copied
            kind = kinds.get(target, "")
            number = lambda index: struct.unpack_from("<I", words, 4 * index)[0]
            if (kind, request) in made: kinds[number(0)] = made[kind, request]
            if (kind, request) == ("wl_display", 0):
                send(number(0), 0, next_serial())
                send(1, 1, number(0))
            elif (kind, request) == ("wl_display", 1):
                for index, name in enumerate(globals_):
                    send(number(0), 0, index + 1, name.split()[0], int(name.split()[1]))
            elif (kind, request) == ("wl_registry", 0):
                name, new = globals_[number(0) - 1].split()[0], struct.unpack("<I", words[-4:])[0]
                kinds[new] = name
                if name == "wl_shm": send(new, 0, 1)
                elif name == "wl_seat": send(new, 0, 1 | 2 | 4)
                elif name == "wl_output":
                    send(new, 1, 3, 1024, 768, 60000)
                    send(new, 3, 1)
                    send(new, 2)
            elif (kind, request) == ("wl_shm", 0): pools[number(0)] = (files.pop(0), number(1))
            elif (kind, request) == ("wl_shm_pool", 0):
                buffers[number(0)] = (pools[target][0], number(1), number(2), number(3), number(4))
            elif (kind, request) == ("xdg_wm_base", 2): window = number(1)
            elif (kind, request) == ("wl_surface", 1): attached[target] = number(0)
            elif (kind, request) == ("wl_surface", 6) and target == window:
                if target not in configured:
                    configured.add(target)
                    send(last("xdg_toplevel"), 0, 0, 0, [])
                    send(last("xdg_surface"), 0, next_serial())
                elif attached.get(target):
                    file, offset, width, height, stride = buffers[attached[target]]
                    with mmap.mmap(file, offset + stride * height, prot=mmap.PROT_READ) as pixels:
                        picture = (width, height, stride, pixels[offset:])
                    send(attached[target], 0)
                    attached[target] = 0
            elif (kind, request) == ("wl_surface", 8): scales[target] = number(0)
            elif (kind, request) == ("wl_seat", 1):
                file = os.memfd_create("keys")
                os.write(file, keymap)
                send(number(0), 0, 1, len(keymap), files=[file])
                send(number(0), 5, 25, 200)
                os.close(file)
            elif kind == "xdg_toplevel":
                asked[request] = (number(0), number(1)) if request in (7, 8) else True
                # Full screen, and back.
                if request in (11, 12): configure(*((1024, 768, [2]) if request == 11 else (0, 0, [])))
            elif (kind, request) == ("wl_data_source", 0):
                offered.setdefault(target, []).append(words[4:3 + number(0)].decode())
            elif (kind, request) == ("wl_data_device", 1): copied = number(0)
            elif (kind, request) == ("wl_data_offer", 1):
                file = files.pop(0)
                said.append("receive")
                if not os.fork(): give(file, answer.encode())
                os.close(file)
            elif kind == "wl_data_offer": said.append(["accept", "receive", "destroy", "finish", "actions"][request])

        def serve(wanted):
            # Answers the client until something holds; exits where that does not come, or the client goes first.
            global rest
            while not wanted():
                left = end - time.monotonic()
                if left <= 0: sys.exit("it did not come: " + current)
                if not select.select([wire], [], [], min(left, 0.05))[0]: continue
                data, new, _, _ = socket.recv_fds(wire, 65536, 28)
                if not data: sys.exit("the client went before: " + current)
                files.extend(new)
                rest += data
                while len(rest) >= 8 and len(rest) >= (size := struct.unpack("<I", rest[4:8])[0] >> 16):
                    target, request = struct.unpack("<I", rest[:4])[0], struct.unpack("<H", rest[4:6])[0]
                    words, rest = rest[8:size], rest[size:]
                    take(target, request, words)

        def configure(width, height, states=[]):
            send(last("xdg_toplevel"), 0, width, height, states)
            send(last("xdg_surface"), 0, next_serial())

        def press(name, state):
            global held
            tell("wl_keyboard", 3, next_serial(), now(), codes[name], state)
            mask = {"Control": 4, "Shift": 1}.get(name, 0)
            held = held | mask if state else held & ~mask
            if mask: tell("wl_keyboard", 4, next_serial(), held, 0, 0, 0)

        def focus():
            global focused
            if not focused: tell("wl_keyboard", 1, next_serial(), window, [])
            if not focused: tell("wl_keyboard", 4, next_serial(), 0, 0, 0, 0)
            focused = True

        def give(file, text):
            try:
                time.sleep(delay)
                parts = [text[place:place + 1] for place in range(len(text))] if manner == "trickle" else [text]
                while parts:
                    os.write(file, parts[0] * (4096 if manner == "flood" else 1))
                    if manner != "flood": parts.pop(0)
                    if manner == "trickle": time.sleep(delay)
            finally: os._exit(0)

        # The numbers of a server's objects follow each other.
        def create(kind):
            global created
            created += 1
            kinds[0xFEFFFFFF + created] = kind
            return 0xFEFFFFFF + created

        def offer(device, kind):
            new = create("wl_data_offer")
            offered[new] = [kind]
            send(device, 0, new)
            send(new, 0, kind)
            return new

        def color(x, y):
            if not picture: return ""
            width, height, stride, pixels = picture
            place = y * stride + 4 * x
            return "%02X%02X%02X" % (pixels[place + 2], pixels[place + 1], pixels[place])

        # Others only look whether somebody answers, and go.
        while window is None:
            current = "a window"
            wire = listener.accept()[0]
            rest, kinds, files, configured = b"", {1: "wl_display"}, [], set()
            try: serve(lambda: window is not None)
            except SystemExit as problem:
                if "went" not in str(problem): raise

        def now(): return int(time.monotonic() * 1000) & 0x7FFFFFFF

        def pause(seconds):
            until = time.monotonic() + seconds
            serve(lambda: time.monotonic() > until)

        player = struct.unpack("3i", wire.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        start, answer = now(), ""
        for current in actions:
            kind, *words = current.split()
            number = [float(word) for word in words if word.replace(".", "").isdigit()]
            pinch = lambda: last("zwp_pointer_gesture_pinch_v1")
            if kind == "see": serve(lambda: color(int(words[0]), int(words[1])) == words[2])
            elif kind == "down": tell("wl_touch", 0, next_serial(), now(), window, int(number[0]), number[1], number[2])
            elif kind == "move": tell("wl_touch", 2, now(), int(number[0]), number[1], number[2])
            elif kind == "up": tell("wl_touch", 1, next_serial(), now(), int(number[0]))
            elif kind == "cancel": tell("wl_touch", 4)
            elif kind == "pointer": tell("wl_pointer", 0, next_serial(), window, number[0], number[1])
            elif kind == "pinch-begin": send(pinch(), 0, next_serial(), now(), window, int(number[0]))
            elif kind == "pinch": send(pinch(), 1, now(), number[0], number[1], number[2], 0.0)
            elif kind == "pinch-end": send(pinch(), 2, next_serial(), now(), 0)
            elif kind == "drop":
                said.clear()
                manner, answer, delay = kind, "file://" + words[0] + "\\r\\n", 0
                device = last("wl_data_device")
                dragged = offer(device, "text/uri-list")
                send(dragged, 1, 1)
                send(device, 1, next_serial(), window, 100.0, 100.0, dragged)
                serve(lambda: "accept" in said)
                send(device, 3, now(), 120.0, 100.0)
                send(device, 4)
                serve(lambda: "finish" in said and "destroy" in said)
            elif kind == "focus": focus()
            elif kind == "unfocus":
                tell("wl_keyboard", 2, next_serial(), window)
                focused, held = False, 0
            elif kind in ("key", "key-down", "key-up"):
                focus()
                names = words[0].split("+")
                if kind != "key-up":
                    for name in names: press(name, 1)
                if kind != "key-down":
                    for name in names[::-1]: press(name, 0)
            elif kind == "click":
                if number[2:]:
                    tell("wl_pointer", 0, next_serial(), window, number[0], number[1])
                    tell("wl_pointer", 5)
                for state in (1, 0):
                    tell("wl_pointer", 3, next_serial(), start + int(number[-1]) + 40 * (1 - state), 0x110, state)
                    tell("wl_pointer", 5)
            elif kind == "newest-first": order = -1
            elif kind.startswith("pen"):
                if not pen:
                    seat, tablet, pen = last("zwp_tablet_seat_v2"), create("zwp_tablet_v2"), create("zwp_tablet_tool_v2")
                    send(seat, 0, tablet)
                    send(seat, 1, pen)
                    send(pen, 4)
                    send(pen, 6, next_serial(), tablet, window)
                steps = [(10, *number)] if number else []
                if kind in ("pen", "pen-down"): steps.append((8, next_serial()))
                if kind in ("pen", "pen-up"): steps.append((9,))
                for step in steps:
                    send(pen, *step)
                    send(pen, 18, now())
            elif kind == "copied":
                serve(lambda: "image/png" in offered.get(copied, []))
                ends = os.pipe()
                send(copied, 1, "image/png", files=[ends[1]])
                os.close(ends[1])
                parts = []
                while part := os.read(ends[0], 65536): parts.append(part)
                with open(words[0], "wb") as file: file.write(b"".join(parts))
            elif kind in ("paste", "trickle", "flood"):
                focus()
                said.clear()
                manner, answer, delay = kind, current.split(" ", 2)[2], number[0]
                for device in every("wl_data_device"): send(device, 5, offer(device, "text/plain;charset=utf-8"))
                press("Control", 1)
                for state in (1, 0): press("V", state)
                press("Control", 0)
            elif kind == "selected":
                said.clear()
                for device in every("wl_data_device"): send(device, 5, offer(device, "image/png"))
            elif kind == "unread":
                if "receive" in said: sys.exit("the client asked for the text")
            elif kind == "size":
                wanted = (int(words[0]), int(words[1]), int(words[2]))
                serve(lambda: picture and (*picture[:2], scales.get(window, 1)) == wanted)
            elif kind == "scale":
                for output in every("wl_output"):
                    send(output, 3, int(words[0]))
                    send(output, 2)
                send(window, 0, last("wl_output"))
            elif kind == "configure": configure(int(words[0]), int(words[1]))
            elif kind == "least": serve(lambda: asked.get(8) == (int(words[0]), int(words[1])))
            elif kind == "still":
                pause(0.3)
                former = picture
                pause(number[0])
                if picture[3] != former[3]: sys.exit("the picture changed: " + current)
            elif kind == "halt":
                os.kill(player, signal.SIGSTOP)
                start = now()
            elif kind == "go": os.kill(player, signal.SIGCONT)
            elif kind == "close": send(last("xdg_toplevel"), 1)
        current = "its end"
        try: serve(lambda: False)
        except SystemExit as problem:
            if "went" not in str(problem): raise
        except ConnectionError: pass
        """
}
