public import Foundation

/// Real sequences and conformance images that lie beside a checkout of some
/// developers and not in the project. A test that needs them is disabled, by
/// name, where they are absent.
public enum Samples {
    /// The samples' folder: `FLIPBOOK_SAMPLES`, or `../shared/samples` beside the checkout.
    public static let directory: URL = {
        if let path = ProcessInfo.processInfo.environment["FLIPBOOK_SAMPLES"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return checkout.deletingLastPathComponent().appendingPathComponent("shared/samples", isDirectory: true)
    }()

    /// The checkout that the tests were built from.
    public static let checkout: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the samples are there.
    public static let areAvailable: Bool = FileManager.default.fileExists(atPath: directory.path)
}
