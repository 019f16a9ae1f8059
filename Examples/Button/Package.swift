// swift-tools-version: 6.1
import PackageDescription

/// A button controlled by events: touches, gestures and the responder chain.
let package = Package(
    name: "Button",
    dependencies: [.package(name: "Flipbook", path: "../..")],
    targets: [
        .executableTarget(
            name: "Button",
            dependencies: [.product(name: "Flipbook", package: "Flipbook")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
