"""A screen without a monitor, Xvfb, on which the player opens its own window: what it shows is read from the memory that
the server shares, so that looking costs nothing, and xdotool presses keys."""

import mmap
import os
import subprocess
import tempfile
import time

# A window of 1920x1080 is nine tenths of it.
SIZE = (2134, 1200)
WINDOW = (1920, 1080)
# A key that is held down repeats after so many milliseconds, and then every so many.
REPEAT = (150, 12)


class Screen:
    """Use it in a `with` statement."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="flipbook-screen-")
        # The hint of a first window would lie over its pictures.
        os.makedirs(os.path.join(self.folder.name, "flipbook"))
        open(os.path.join(self.folder.name, "flipbook", "hinted"), "w").close()
        command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", self.folder.name,
                   "-nolisten", "tcp", "-noreset", "-ar1", str(REPEAT[0]), "-ar2", str(REPEAT[1])]
        try:
            self.server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            raise SystemExit("benchmark: Xvfb is not installed (tools/setup --test)") from None
        self.variables = {**os.environ, "DISPLAY": ":" + self.server.stdout.readline().decode().strip(),
                          "WAYLAND_DISPLAY": "", "XDG_STATE_HOME": self.folder.name, "XDG_RUNTIME_DIR": self.folder.name}
        with open(os.path.join(self.folder.name, "Xvfb_screen0"), "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        # X's own dump of a window: 25 numbers, a name, a table of colors, the pixels.
        head = [int.from_bytes(self.memory[4 * place:4 * place + 4], "big") for place in range(25)]
        self.start, self.row = head[0] + 12 * head[19], head[12]
        self.xdotool("mousemove", str(WINDOW[0] // 2), str(WINDOW[1] // 3))
        return self

    def __exit__(self, *_):
        self.memory.close()
        self.server.kill()
        self.server.wait()
        self.folder.cleanup()

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *arguments], env=self.variables, check=True, stdout=subprocess.DEVNULL)

    def pixel(self, x, y):
        place = self.start + y * self.row + 4 * x
        return self.memory[place:place + 3]

    def sample(self):
        """Some pixels of the window's picture, beside its texts: another frame of noise has others."""
        width, height = WINDOW
        return b"".join(self.pixel(width * x // 8, height * y // 8) for x in range(3, 8) for y in range(2, 6))

    def wait_for_picture(self, seconds=20):
        """Waits until the window shows something, and returns for how long it waited."""
        begin = time.perf_counter()
        while not any(self.sample()):
            if time.perf_counter() - begin > seconds:
                raise SystemExit("benchmark: no frame came to the screen")
            time.sleep(0.0005)
        return time.perf_counter() - begin

    def count_changes(self, seconds):
        """How often the picture changed in some seconds."""
        last, changes, end = self.sample(), 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            time.sleep(0.002)
            now = self.sample()
            changes += now != last
            last = now
        return changes

    def shows_squares(self):
        """Whether each pixel of the picture is a square of two by two, which may begin at odd columns and rows."""
        def are_squares(left, top):
            pairs = [(x, y) for x in range(left, left + 80, 2) for y in range(top, top + 40, 2)]
            return all(self.pixel(x, y) == self.pixel(x + 1, y) == self.pixel(x, y + 1) for x, y in pairs) \
                and len({self.pixel(x, y) for x, y in pairs}) > 50
        return any(are_squares(800 + x, 300 + y) for x in (0, 1) for y in (0, 1))
