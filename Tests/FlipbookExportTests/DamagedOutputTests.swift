import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Files of which a byte is changed on its way to the disk: what `--verify pixels` is for.
@Suite("A file that came out otherwise than it was encoded is refused by --verify pixels", .hangLimit)
struct DamagedOutputTests {
    /// A kind of file, and whether only its decoded pixels tell that something is wrong.
    struct Row: Sendable, CustomTestStringConvertible {
        let options: [String]
        let isSeenInPixelsAlone: Bool
        var testDescription: String { options.joined(separator: " ") }

        init(_ line: String, isSeenInPixelsAlone: Bool = true) {
            options = line.split(separator: " ").map(String.init)
            self.isSeenInPixelsAlone = isSeenInPixelsAlone
        }
    }

    private static let rows =
        [
            "out.mov --codec h264", "out.webm", "out.webm --codec vp8", "out.mkv --codec h264", "out.mkv --codec vp9",
            "out.mp4 --codec h265", "out.gif", "out.webp", "out.avif", "out.jxl", "out.#.png", "out.#.tif", "out.#.bmp",
            "out.#.tga", "out.#.exr", "out.#.jpg", "out.#.webp", "out.#.avif", "out.#.jxl", "out.png --format sheet",
        ].map { Row($0) }
        // Of the small files of these the byte may be one of the list of pictures.
        + [
            "out.mp4", "out.mp4 --codec av1", "out.webm --codec av1", "out.webm --alpha-output flatten", "out.mkv",
            "out.mov",
            "out.mov --codec png", "out.apng",
        ].map { Row($0, isSeenInPixelsAlone: false) }

    private let bench: Workbench
    private let faults: PreloadedLibrary

    init() throws {
        bench = try Workbench()
        // Sharp edges, so that no encoder makes little of them.
        for frame in 1...5 {
            let picture = try Picture(size: PixelSize(width: 96, height: 64), format: .rgba) { pixels in
                for place in 0..<96 * 64 {
                    let (x, y) = (place % 96, place / 96)
                    let color = [x * 2 + frame * 9, y * 3 + x, x * y / 8 + frame * 20]
                    for (channel, value) in color.enumerated() {
                        pixels[place * 4 + channel] = UInt8(truncatingIfNeeded: value)
                    }
                    pixels[place * 4 + 3] = (x / 16 + y / 16) % 3 == 0 ? 128 : 255
                }
            }
            try bench.folder.write(picture.pngData(), to: "walk/w.\(frame).png")
        }
        faults = try PreloadedLibrary(Self.source)
    }

    @Test("of every target", arguments: LongTests.cases(rows, every: 14))
    func refused(row: Row) throws {
        func export(_ options: [String], isDamaged: Bool) throws -> Program.Outcome {
            try Program.flipbook.run(
                ["export", "walk", "-o"] + row.options + ["--overwrite"] + options,
                in: bench.folder.path,
                environment: isDamaged ? faults.environment : [:]
            )
        }
        let clean = try export(["--verify", "pixels"], isDamaged: false)
        try require(clean.status == 0, "\(clean.errors)")
        // What the codec loses by itself is accepted; exact pixels are a hundred decibels and more.
        let found = clean.text.firstMatch(of: /worst ([0-9.]+) in frame/).flatMap { Double($0.1) } ?? 91
        let least = String(format: "%.1f", found - 1)
        let names = try bench.names().filter { $0.hasPrefix("out") }
        try require(!names.isEmpty)
        for name in names { try FileManager.default.removeItem(atPath: bench.folder.file(name).string) }
        let damaged = try export(["--verify", "pixels", "--min-psnr", least], isDamaged: true)
        expect(damaged.status != 0, "\(damaged.text)")
        expect(damaged.errors.contains("failed verification"), "\(damaged.errors)")
        try expect(!bench.names().contains { $0.hasPrefix("out") || $0.contains("partial") })
        guard row.isSeenInPixelsAlone else { return }
        let unseen = try export([], isDamaged: true)
        expectEqual(unseen.status, 0, "\(unseen.errors)")
    }

    /// Changes a byte of every piece of a file that is not short.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdint.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/uio.h>
        #include <unistd.h>

        typedef ssize_t (*writer)(int, const void *, size_t);

        ssize_t write(int fd, const void *bytes, size_t count) {
            static writer real;
            if (!real) real = (writer)dlsym(RTLD_NEXT, "write");
            struct stat found;
            uint8_t *copy = count < 160 || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode) ? NULL : malloc(count);
            if (!copy) return real(fd, bytes, count);
            memcpy(copy, bytes, count);
            copy[count * 3 / 4] ^= 0x55;
            ssize_t written = real(fd, copy, count);
            free(copy);
            return written;
        }

        ssize_t writev(int fd, const struct iovec *parts, int count) {
            ssize_t sum = 0;
            for (int part = 0; part < count; part++) {
                ssize_t written = write(fd, parts[part].iov_base, parts[part].iov_len);
                if (written < 0) return sum ? sum : written;
                sum += written;
                if ((size_t)written < parts[part].iov_len) break;
            }
            return sum;
        }
        """
}
