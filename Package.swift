// swift-tools-version: 6.1
import PackageDescription

/// The settings of every Swift target. They contain no `unsafeFlags`, which would prevent other packages from depending on a
/// version of this one.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The modules from values to pictures. Each may depend on those before it, but FlipbookFiles does not depend on FlipbookScene.
let values = ["FlipbookCore", "FlipbookScene"]
let sequences = values + ["FlipbookFiles", "FlipbookImaging", "FlipbookSequences"]
let pictures = sequences + ["FlipbookRender"]

/// Returns dependencies on the named targets of this package, except for `left`.
func targets(_ names: [String], but left: String...) -> [Target.Dependency] {
    names.filter { !left.contains($0) }.map { .target(name: $0) }
}

let package = Package(
    name: "Flipbook",
    products: [
        // All modules, imported together with `import Flipbook`, or by name.
        .library(
            name: "Flipbook",
            targets: ["Flipbook"] + pictures + ["FlipbookManifest", "FlipbookLint"]
                + ["FlipbookMedia", "FlipbookExport", "FlipbookPlay"]
        ),
        // Only the values, without C libraries or file access.
        .library(name: "FlipbookCore", targets: ["FlipbookCore", "FlipbookScene"]),
        // Pictures from files, views, and scenes, plus manifests, without GStreamer.
        .library(name: "FlipbookImaging", targets: pictures + ["FlipbookManifest"]),
        // The linter, without GStreamer.
        .library(name: "FlipbookLint", targets: pictures + ["FlipbookManifest", "FlipbookLint"]),
        .executable(name: "flipbook", targets: ["FlipbookProgram"]),
        // The flipbooksrc element, as a GStreamer plugin.
        .library(name: "gstflipbook", type: .dynamic, targets: ["FlipbookSource"]),
    ],
    dependencies: [
        // The command line: parsing, help, and completion scripts.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // The media layer's diagnostics, which are off unless the host installs a handler.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        // C libraries. Each has a header of #includes and a module map, but no code.
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-app-1.0 gstreamer-video-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
        ),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSixel", pkgConfig: "libsixel", providers: [.apt(["libsixel-dev"])]),
        // Declarations for libraries that are loaded at run time. They are written for this package, and nothing is linked.
        .systemLibrary(name: "CPictureLibraries"),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),

        // The pixel loops that need SIMD chosen at run time, and the calls to libpng, libjpeg, and libtiff that need setjmp or
        // callbacks. All other imaging code is Swift.
        .target(name: "CImageKernels", dependencies: ["CPNG", "CISAL", "CJPEG", "CTIFF"]),

        // The restrictions that the command asks the kernel to enforce. They need calls by number, and a filter that is a C
        // structure.
        .target(name: "CSandbox"),
        // System calls that Swift's Glibc module does not export.
        .target(name: "CFiles"),
        // SHA-256, with the processor's own instructions if it has them.
        .target(name: "CDigest"),
        // The versions of the libraries with which the program is built.
        .target(name: "CVersions", dependencies: ["CPNG", "CISAL", "CJPEG", "CTIFF", "CYAML", "CSixel"]),
        // The commit from which the program is built, if a script specifies it. Only the program depends on this file.
        .target(
            name: "CCommit",
            cSettings: [.define("FLIPBOOK_COMMIT", to: "\"\(Context.environment["FLIPBOOK_COMMIT"] ?? "")\"")]
        ),

        .target(name: "FlipbookCore", swiftSettings: settings),
        .target(name: "FlipbookScene", dependencies: ["FlipbookCore"], swiftSettings: settings),
        .target(name: "FlipbookFiles", dependencies: ["FlipbookCore", "CDigest", "CFiles"], swiftSettings: settings),
        .target(
            name: "FlipbookImaging",
            dependencies: ["FlipbookCore", "FlipbookFiles", "CImageKernels", "CPictureLibraries"],
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookSequences",
            dependencies: ["FlipbookCore", "FlipbookFiles", "FlipbookImaging", "CImageKernels"],
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookRender",
            dependencies: targets(sequences) + ["CImageKernels", "CSixel", "CPictureLibraries"],
            resources: [.embedInCode("Pages/Page.css"), .embedInCode("Pages/Page.js")],
            swiftSettings: settings
        ),
        // The linter: a model, three modules that share it but do not depend on one another, and the session on top of them,
        // which finds configurations and reads manifests.
        .target(
            name: "FlipbookLintModel",
            dependencies: targets(sequences),
            path: "Sources/FlipbookLint/Model",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookLintRules",
            dependencies: targets(sequences) + ["FlipbookLintModel"],
            path: "Sources/FlipbookLint/Rules",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookLintFixing",
            dependencies: targets(pictures, but: "FlipbookScene") + ["FlipbookLintModel"],
            path: "Sources/FlipbookLint/Fixing",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookLintReporting",
            dependencies: targets(pictures, but: "FlipbookSequences") + ["FlipbookLintModel"],
            path: "Sources/FlipbookLint/Reporting",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookLint",
            dependencies: targets(sequences) + [
                "FlipbookManifest", "FlipbookLintModel", "FlipbookLintRules", "FlipbookLintFixing",
                "FlipbookLintReporting",
            ],
            exclude: ["Model", "Rules", "Fixing", "Reporting"],
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookManifest",
            dependencies: targets(sequences) + ["CYAML"],
            swiftSettings: settings
        ),
        .target(name: "GStreamer", dependencies: ["CGStreamer"], swiftSettings: settings),
        .target(
            name: "FlipbookMedia",
            dependencies: targets(pictures) + ["GStreamer"],
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookExport",
            dependencies: targets(pictures) + [
                "FlipbookMedia", "GStreamer", "CPictureLibraries", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        // The player's SDL window and its events, without any painting.
        .target(
            name: "FlipbookWindow",
            dependencies: targets(sequences, but: "FlipbookSequences") + ["CPictureLibraries"],
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookPlay",
            dependencies: targets(pictures) + ["FlipbookMedia", "FlipbookWindow", "GStreamer"],
            swiftSettings: settings
        ),
        // A single file that exports the other modules.
        .target(
            name: "Flipbook",
            dependencies: targets(pictures) + [
                "FlipbookManifest", "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
            ],
            swiftSettings: settings
        ),
        // The command line: options, input, wording, the terminal, and the read-only verbs. The flipbooksrc element gets its
        // options from this module. The other verbs are in modules that build on it but do not depend on one another. The
        // command is on top of them.
        .target(
            name: "FlipbookCommandLine",
            dependencies: targets(pictures) + [
                "FlipbookManifest", "FlipbookMedia", "CFiles", "CPictureLibraries", "CSandbox", "CVersions",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/FlipbookTool/CommandLine",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookLintVerbs",
            dependencies: targets(pictures, but: "FlipbookRender", "FlipbookSequences") + [
                "FlipbookLint", "FlipbookMedia", "FlipbookCommandLine",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/FlipbookTool/LintVerbs",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookPlayVerbs",
            dependencies: targets(pictures) + [
                "FlipbookManifest", "FlipbookMedia", "FlipbookWindow", "FlipbookPlay", "FlipbookCommandLine",
                "CPictureLibraries",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/FlipbookTool/PlayVerbs",
            swiftSettings: settings
        ),
        .target(
            name: "FlipbookTool",
            dependencies: targets(pictures, but: "FlipbookSequences") + [
                "FlipbookManifest", "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
                "FlipbookCommandLine", "FlipbookLintVerbs", "FlipbookPlayVerbs",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["CommandLine", "LintVerbs", "PlayVerbs"],
            swiftSettings: settings
        ),

        .executableTarget(name: "FlipbookProgram", dependencies: ["FlipbookTool", "CCommit"], swiftSettings: settings),

        // GStreamer's side of flipbooksrc, in C: its type, properties, and states. Its pictures come from Swift.
        .target(name: "CFlipbookSource", dependencies: ["CGStreamer"]),
        .target(
            name: "FlipbookSource",
            dependencies: targets(pictures, but: "FlipbookFiles", "FlipbookSequences") + [
                "CFlipbookSource", "FlipbookCommandLine", "FlipbookMedia",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),

        .testTarget(
            name: "FlipbookCoreTests",
            dependencies: ["FlipbookCore", "FlipbookTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookSceneTests",
            dependencies: targets(values) + ["FlipbookTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookImagingTests",
            dependencies: targets(pictures) + ["FlipbookTestSupport", "CImageKernels"],
            exclude: ["Goldens", "Libraries/library_headers.cc"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookRenderTests",
            dependencies: targets(pictures) + ["FlipbookTestSupport", "CImageKernels"],
            exclude: ["Goldens"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookManifestTests",
            dependencies: targets(pictures) + ["FlipbookManifest", "FlipbookTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(name: "GStreamerTests", dependencies: ["GStreamer"], swiftSettings: settings),
        .testTarget(
            name: "FlipbookMediaTests",
            dependencies: targets(pictures) + [
                "FlipbookMedia", "FlipbookExport", "FlipbookWindow", "FlipbookPlay", "GStreamer", "FlipbookTestSupport",
                "CDigest",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookLintTests",
            dependencies: targets(pictures) + ["FlipbookLint", "FlipbookTestSupport"],
            swiftSettings: settings
        ),
        // The library as an importing program sees it, with only its public declarations, and the examples in its
        // documentation.
        .testTarget(
            name: "FlipbookTests",
            // The modules are also listed by name, since Flipbook's single file does not change when they do.
            dependencies: targets(pictures) + [
                "Flipbook", "FlipbookManifest", "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
                "FlipbookTestSupport",
            ],
            packageAccess: false,
            swiftSettings: settings
        ),
        // The command as a process: arguments go in, and output, files, and an exit status come out. There are three targets,
        // since the time to compile an expectation grows with the number of expectations in its target.
        .testTarget(
            name: "FlipbookToolTests",
            dependencies: targets(pictures) + [
                "FlipbookTool", "FlipbookCommandLine", "FlipbookTestSupport", "FlipbookManifest", "FlipbookLint",
                "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookExportTests",
            dependencies: targets(pictures) + [
                "FlipbookTestSupport", "FlipbookLint", "FlipbookMedia", "FlipbookExport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookPlayTests",
            dependencies: targets(pictures) + [
                "FlipbookTestSupport", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
            ],
            swiftSettings: settings
        ),
        // A C program that moves flipbooksrc through its states and seeks, as any GStreamer program may.
        .executableTarget(name: "source-driver", dependencies: ["CGStreamer"], path: "Tests/SourceDriver"),
        // The code to fuzz and the conditions that must hold, for tools/fuzz and for the tests.
        .target(
            name: "FlipbookFuzzing",
            dependencies: targets(pictures) + [
                "FlipbookManifest", "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookWindow", "FlipbookPlay",
                "GStreamer",
            ],
            path: "Tests/FlipbookFuzzing",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlipbookFuzzingTests",
            dependencies: ["FlipbookFuzzing", "FlipbookTestSupport"],
            swiftSettings: settings
        ),
        // Code that several test targets share: temporary folders, generated frames, and running a program.
        .target(
            name: "FlipbookTestSupport",
            dependencies: targets(pictures) + ["CFiles"],
            path: "Tests/FlipbookTestSupport",
            swiftSettings: settings
        ),
    ],
    cLanguageStandard: .gnu17
)

// The program of tools/fuzz can be linked only with libFuzzer, which provides its `main`.
if Context.environment["FLIPBOOK_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "flipbook-fuzz",
            dependencies: ["FlipbookFuzzing"],
            path: "tools/fuzzing",
            swiftSettings: settings
        )
    )
}

// The program of tools/benchmarks/trees.
if Context.environment["FLIPBOOK_TREES"] != nil {
    package.targets.append(
        .executableTarget(
            name: "flipbook-trees",
            dependencies: targets(["FlipbookCore", "FlipbookScene", "FlipbookImaging", "FlipbookRender"]),
            path: "tools/benchmarks/forest",
            swiftSettings: settings
        )
    )
}

// The decoders and kernels with their tests, and the fuzz targets that feed them: everything that `tools/test --edges` builds
// with a sanitizer.
if Context.environment["FLIPBOOK_EDGES"] != nil {
    let edges: Set = [
        "CPNG", "CJPEG", "CTIFF", "CISAL", "CSixel", "CYAML", "CPictureLibraries", "CImageKernels", "CFiles", "CDigest",
        "FlipbookManifest", "FlipbookTestSupport", "FlipbookImagingTests", "FlipbookRenderTests", "FlipbookFuzzing",
        "FlipbookFuzzingTests",
    ]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { !edges.union(pictures).contains($0.name) }
    for target in package.targets where target.name == "FlipbookFuzzing" {
        target.dependencies = targets(pictures) + ["FlipbookManifest"]
        target.exclude = ["FuzzTarget+Lint.swift", "FuzzTarget+Media.swift", "FuzzTarget+Values.swift"]
        target.swiftSettings = settings + [.define("EDGES")]
    }
}

// Only for tools/build: a package that depends on this one never sees these flags. CONTRIBUTING.md gives the cost of not
// optimizing the other targets.
let optimized = Context.environment["FLIPBOOK_OPTIMIZED"]
/// The optimizations of targets that process every frame. A target is optimized for size if it then compiles in a third less
/// time and runs as fast.
let optimizations = [
    "FlipbookCore": "-Osize",
    "FlipbookFiles": "-O", "FlipbookImaging": "-O", "FlipbookSequences": "-O", "FlipbookRender": "-O",
    "FlipbookLintRules": "-O", "GStreamer": "-O", "FlipbookTestSupport": "-O",
]
for target in package.targets where optimized != nil && target.swiftSettings != nil {
    if optimized == "pixels" {
        // Interfaces are emitted first, except in tests, since nothing waits for those.
        let interfaces = target.type == .test ? "-no-emit-module-separately-wmo" : "-emit-module-separately-wmo"
        target.swiftSettings?.append(.unsafeFlags([interfaces]))
        // This saves a fifteenth of a test's compile time.
        if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-enforce-exclusivity=unchecked"])) }
        target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
        if let optimization = optimizations[target.name] {
            target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", optimization]))
        }
    } else if target.type == .test {
        // The program is built as in tools/package. Optimizing the tests would take half as long again.
        target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
    }
}
