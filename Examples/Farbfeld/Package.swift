// swift-tools-version: 6.1
import PackageDescription

/// A program with an image format of its own.
let package = Package(
    name: "Farbfeld",
    dependencies: [.package(name: "Flipbook", path: "../..")],
    targets: [
        .executableTarget(
            name: "Farbfeld",
            dependencies: [.product(name: "Flipbook", package: "Flipbook")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
