import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The patches of a color chart keep their colors")
struct ColorChartTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.folder.write(Array(Self.script.utf8), to: "chart.py")
    }

    private func python(_ arguments: String...) throws -> String {
        let outcome = try Program("/usr/bin/python3").run(["chart.py"] + arguments, in: bench.folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
    }

    @Test(
        "24 patches in five spaces come within 0.5 CIEDE2000 of LittleCMS's own program, before that rounds",
        arguments: LongTests.cases(
            ["adobe", "p3", "bt2020", "gamma18", "prophoto"].flatMap { space in [8, 16].map { (space, $0) } },
            every: 5
        )
    )
    func patches(space: String, bits: Int) throws {
        _ = try python("make", space, "\(bits)")
        let outcome = try bench.flipbook("render", "chart.png", "-o", "shown.png")
        try require(outcome.status == 0, "\(outcome.errors)")
        let layout = bits == 16 ? "rgb48le" : "rgb24"
        let pixels = try StillFile(bench.folder.file("shown.png")).pixels(layout)
        try bench.folder.write(pixels, to: "shown.raw")
        // What 8 bits cannot hold is more than half a unit for one of ProPhoto's whites.
        let words = try python("compare", space, "\(bits)").split(whereSeparator: \.isWhitespace)
        let (worst, ofRounding) = try (require(Double(words[0])), require(Double(words[1])))
        expect(worst <= max(0.5, ofRounding + 0.001), "\(space), \(bits) bits: \(worst), rounding \(ofRounding)")
    }

    /// Makes a chart of the numbers that the patches of a ColorChecker have in sRGB, taken as those of another space, and
    /// compares what is shown of it.
    private static let script = """
        import math, struct, subprocess, sys, zlib
        verb, space, bits = sys.argv[1], sys.argv[2], int(sys.argv[3])
        most = 255 if bits == 8 else 65535
        # Red, green and blue in XYZ, adapted to D50, and the exponent.
        spaces = {
            "adobe": ([(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)], 2.19921875),
            "p3": ([(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)], 2.2),
            "bt2020": ([(0.67348, 0.27904, -0.00194), (0.16566, 0.67535, 0.02998), (0.12505, 0.04561, 0.79683)], 2.4),
            "gamma18": ([(0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)], 1.8),
            "prophoto": ([(0.79767, 0.28804, 0.0), (0.13519, 0.71188, 0.0), (0.03134, 0.00008, 0.82491)], 1.8),
        }
        patches = [
            (115, 82, 68), (194, 150, 130), (98, 122, 157), (87, 108, 67), (133, 128, 177), (103, 189, 170), (214, 126, 44),
            (80, 91, 166), (193, 90, 99), (94, 60, 108), (157, 188, 64), (224, 163, 46), (56, 61, 150), (70, 148, 73),
            (175, 54, 60), (231, 199, 31), (187, 86, 149), (8, 133, 161), (243, 243, 242), (200, 200, 200), (160, 160, 160),
            (122, 122, 121), (85, 85, 85), (52, 52, 52),
        ]

        def xyz(x, y, z): return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(v * 65536) for v in (x, y, z)))

        def profile(colors, gamma):
            curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
            name = b"desc" + bytes(4) + struct.pack(">I", 5) + b"test" + bytes(80)
            tags = [(b"desc", name), (b"cprt", b"text" + bytes(4) + b"none" + bytes(1)), (b"wtpt", xyz(0.9642, 1, 0.8249))]
            tags += [(n, xyz(*c)) for n, c in zip((b"rXYZ", b"gXYZ", b"bXYZ"), colors)]
            tags += [(n, curve) for n in (b"rTRC", b"gTRC", b"bTRC")]
            offset, table, data = 128 + 4 + 12 * len(tags), b"", b""
            for name, value in tags:
                value += bytes(-len(value) % 4)
                table += struct.pack(">4sII", name, offset + len(data), len(value))
                data += value
            head = struct.pack(">I4sI4s4s4s", offset + len(data), b"none", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
            head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
            return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + data

        def lab(color):
            light = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in color]
            rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
            x, y, z = (sum(a * b for a, b in zip(row, light)) / white for row, white in zip(rows, (0.95047, 1, 1.08883)))
            x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
            return 116 * y - 16, 500 * (x - y), 200 * (y - z)

        def difference(one, other):
            (l1, a1, b1), (l2, a2, b2) = lab(one), lab(other)
            c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
            g = 1.5 - math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) / 2
            c1, c2 = math.hypot(a1 * g, b1), math.hypot(a2 * g, b2)
            h1, h2 = math.degrees(math.atan2(b1, a1 * g)) % 360, math.degrees(math.atan2(b2, a2 * g)) % 360
            turn = (h2 - h1 + 180) % 360 - 180
            l, c, h = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
            dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
            parts = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
            t = 1 + sum(k * math.cos(math.radians(n * h + o)) for k, n, o in parts)
            sl, sc, sh = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * t
            rt = -2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * math.sin(math.radians(60 * math.exp(-((h - 275) / 25) ** 2)))
            l, c, h = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
            return math.sqrt(l * l + c * c + h * h + rt * c * h)

        data = profile(*spaces[space])
        if verb == "make":
            def chunk(kind, body): return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            row = bytes(1) + b"".join(struct.pack(">B" if bits == 8 else ">H", v * most // 255) for p in patches for v in p)
            head = struct.pack(">IIBBBBB", 24, 1, bits, 2, 0, 0, 0)
            chunks = (b"IHDR", head), (b"iCCP", b"x\\0\\0" + zlib.compress(data)), (b"IDAT", zlib.compress(row)), (b"IEND", b"")
            open("chart.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + b"".join(chunk(*c) for c in chunks))
        else:
            open("space.icc", "wb").write(data)
            text = "".join("%d %d %d\\n" % p for p in patches)
            outcome = subprocess.run(["transicc", "-n", "-t", "0", "-i", "space.icc", "-o", "*sRGB"], input=text, text=True,
                                     capture_output=True, check=True)
            numbers = [min(1, max(0, float(v) / 255)) for v in outcome.stdout.split()]
            exact = [numbers[n * 3:n * 3 + 3] for n in range(24)]
            raw = open("shown.raw", "rb").read()
            values = [v / most for v in struct.unpack("<72" + ("B" if bits == 8 else "H"), raw)]
            shown = [values[n * 3:n * 3 + 3] for n in range(24)]
            rounded = [[round(v * most) / most for v in color] for color in exact]
            print(max(map(difference, shown, exact)), max(map(difference, rounded, exact)))
        """
}
