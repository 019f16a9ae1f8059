import FlipbookTestSupport
import Testing

/// How `flipbook play` comes to its first frame in a window of our own.
@Suite(.hangLimit, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayWindowStartTests {
    @Test("the first frame is read while GStreamer starts, and does not wait for the window")
    func beside() throws {
        let walk = try ColoredWalk()
        let gate = try PreloadedLibrary(Self.gate)
        let outcome = try PlayedWindow.playing(
            ["walk", "--paused"],
            in: walk.folder.path,
            sink: nil,
            environment: gate.environment
        ) { window in
            try walk.see(1, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("SDL is loaded where a window opens, and nowhere else")
    func loaded() throws {
        let walk = try ColoredWalk()
        let server = try XServer()
        let loads = ["LD_DEBUG": "files", "DISPLAY": server.display]
        for (arguments, status) in [
            (["--version"], 0), (["export", "walk", "-o", "walk.mkv"], 0), (["play", "--list-keys"], 0),
            // Without a terminal, it says so.
            (["play", "walk", "--terminal"], 2),
        ] {
            // Begun anew: the tests' own way to run the command has its libraries loaded already.
            let words = [Program.flipbook.name] + arguments
            let outcome = try Program("env").run(words, in: walk.folder.path, environment: loads)
            expectEqual(outcome.status, Int32(status))
            expect(outcome.errors.contains("libgstreamer") && !outcome.errors.contains("libSDL2"))
        }
        let debugged = ["LD_DEBUG": "files"]
        let outcome = try PlayedWindow.playing(["walk"], in: walk.folder.path, environment: debugged) { try $0.quit() }
        expect(outcome.errors.contains("libSDL2"))
    }

    /// GStreamer starts only once the first frame's file was opened twice: for its header, and to be drawn.
    private static let gate = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <string.h>
        #include <unistd.h>
        static volatile int opened;
        int open(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            int mode = va_arg(list, int);
            va_end(list);
            const char *name = strrchr(path, '/');
            if (name && strcmp(name, "/walk.0001.png") == 0) __sync_fetch_and_add(&opened, 1);
            return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
        }
        int gst_init_check(int *count, char ***arguments, void **error) {
            while (opened < 2) usleep(1000);
            return ((int (*)(int *, char ***, void **))dlsym(RTLD_NEXT, "gst_init_check"))(count, arguments, error);
        }
        """
}
