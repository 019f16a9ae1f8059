// swift-tools-version: 6.1
import PackageDescription

/// A program that reads a format of its own: what another package can do with Flipbook.
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
