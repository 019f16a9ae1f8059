// swift-tools-version: 6.1
import PackageDescription

/// A linter with a rule of its own.
let package = Package(
    name: "StudioLint",
    dependencies: [.package(name: "Flipbook", path: "../..")],
    targets: [
        .executableTarget(
            name: "StudioLint",
            dependencies: [.product(name: "Flipbook", package: "Flipbook")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
