// swift-tools-version: 6.1
import PackageDescription

/// A program that shows and exports views.
let package = Package(
    name: "TurningCard",
    dependencies: [.package(name: "Flipbook", path: "../..")],
    targets: [
        .executableTarget(
            name: "TurningCard",
            dependencies: [.product(name: "Flipbook", package: "Flipbook")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
