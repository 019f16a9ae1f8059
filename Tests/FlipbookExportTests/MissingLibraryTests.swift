import FlipbookTestSupport
import Foundation
import Testing

/// What is said on machines without the libraries that are loaded when they are needed.
@Suite("A library that is not installed", .hangLimit)
struct MissingLibraryTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...3) }

    /// A loader that does not find the libraries that a variable names, and finds those that another one names.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <string.h>
        void *dlopen(const char *name, int flags) {
            void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
            const char *hidden = getenv("HIDDEN_LIBRARIES");
            const char *shown = getenv("SHOWN_LIBRARIES");
            if (name && shown && strstr(shown, name)) return next("libc.so.6", flags);
            return name && hidden && strstr(hidden, name) ? NULL : next(name, flags);
        }
        """

    /// Runs the command on a machine without some libraries.
    private func flipbook(
        _ arguments: String...,
        without libraries: String,
        with others: String? = nil
    ) throws -> Program.Outcome {
        let loader = try PreloadedLibrary(Self.source)
        return try bench.flipbook(
            arguments,
            environment: loader.environment.merging(["HIDDEN_LIBRARIES": libraries]) { $1 }
                .merging(others.map { ["SHOWN_LIBRARIES": $0] } ?? [:]) { $1 }
        )
    }

    private struct Reads: Decodable {
        struct Image: Decodable, Equatable {
            struct Missing: Decodable, Equatable {
                let library: String
                let package: String?
            }
            let name: String
            let isDecoded: Bool
            let decoders: [String]
            let missing: [Missing]
            let package: String?
        }
        struct Profiles: Decodable {
            let library: String
            let isApplied: Bool
            let package: String?
        }
        let reads: [Image]
        let colorProfiles: Profiles
    }

    private func formats(without libraries: String) throws -> Reads {
        let outcome = try flipbook("formats", "--json", without: libraries)
        return try JSONDecoder().decode(Reads.self, from: Data(outcome.text.utf8))
    }

    @Test(
        "formats and doctor name a format's library and its package",
        arguments: LongTests.cases(
            [
                ("WebP", "webp", "libwebp.so.7", "libwebp7"), ("HEIC", "heic", "libheif.so.1", "libheif1"),
                ("AVIF", "avif", "libavif.so.15", "libavif15"),
                ("JPEG XL", "jxl", "libjxl.so.0.7,libjxl.so.0.11", "libjxl0.7"),
                ("SVG", "svg", "librsvg-2.so.2", "librsvg2-2"),
                ("OpenEXR", "exr", "libOpenEXRCore-3_1.so.30", "libopenexr-3-1-30"),
            ],
            every: 4
        )
    )
    func format(name: String, ending: String, libraries: String, package: String) throws {
        let library = try require(libraries.split(separator: ",").first).description
        let image = try require(try formats(without: libraries).reads.first { $0.name == name })
        expect(!image.isDecoded && image.decoders == [] && image.package == package)
        expectEqual(image.missing, [Reads.Image.Missing(library: library, package: package)])
        let table = try flipbook("formats", without: libraries).text.split(separator: "\n")
        let row = try require(table.first { $0.hasPrefix("\(name) ") })
        expect(row.hasSuffix("missing: apt install \(package)"))
        let doctor = try flipbook("doctor", without: libraries)
        expect(doctor.status == 0 && doctor.text.contains("\(library) missing: apt install \(package)"))
    }

    @Test("without libavif, every verb names it for an animation")
    func animations() throws {
        let written = try bench.flipbook("export", "walk", "-o", "a.avif")
        try require(written.status == 0, "\(written.errors)")
        let library = "libavif.so.15"
        for outcome in [
            try flipbook("list", "a.avif", without: library),
            try flipbook("lint", "a.avif", without: library),
            try flipbook("export", "a.avif", "-o", "b.mp4", without: library),
            try flipbook("render", "a.avif", "--frame", "1", "-o", "b.png", without: library),
        ] {
            let words = outcome.text + outcome.errors
            expect(outcome.status != 0)
            expect(words.contains("'apt install libavif15'") && !words.contains("cannot be decoded"), "\(words)")
        }
        // Its structures are filled in, so a version whose layout is not known is named, and not used.
        let later = try flipbook("render", "a.avif", "-o", "b.png", without: library, with: "libavif.so.17")
        expect(later.errors.contains("libavif.so.17 is newer than Flipbook supports"), "\(later.errors)")
    }

    @Test("without LittleCMS, all that shows colors says so, and a profile that the user names is refused")
    func profiles() throws {
        let library = "liblcms2.so.2"
        let written = try bench.flipbook("export", "walk", "-o", "p/p.####.png", "--colorspace", "display-p3")
        try require(written.status == 0, "\(written.errors)")
        let found = try formats(without: library).colorProfiles
        expect(!found.isApplied && found.library == library && found.package == "liblcms2-2")
        try expect(
            flipbook("formats", without: library).text
                .contains("\nColor profiles are not applied: apt install liblcms2-2\n")
        )
        let doctor = try flipbook("doctor", without: library).text
        expect(doctor.contains("\(library) missing: apt install liblcms2-2"))
        let exported = try flipbook("export", "p", "-o", "p.mp4", without: library)
        expectEqual(
            exported.errors,
            """
            note: All 3 frames have a color profile, which cannot be applied without the library \(library); \
            the colors are treated as sRGB; install it with 'apt install liblcms2-2' (Debian, Ubuntu).

            """
        )
        for profile in LongTests.cases(["display-p3", "adobe-rgb"], every: 2) {
            let refused = try flipbook(
                "export",
                "walk",
                "-o",
                "q.mp4",
                "--input-profile",
                profile,
                without: library
            )
            expect(refused.status != 0)
            expect(
                refused.errors.contains("\(profile): it needs the library \(library); install it"),
                "\(refused.errors)"
            )
        }
        // What needs no library is shown.
        try expectEqual(
            flipbook("export", "walk", "-o", "r.mp4", "--input-profile", "linear", without: library).status,
            0
        )
    }
}
