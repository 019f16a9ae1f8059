public import Foundation
public import Testing

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

    /// The small pictures that `tools/draw-conformance` drew, and `expected.tsv`, which says what becomes of each.
    public static let conformance: URL = checkout.appendingPathComponent("Tests/Conformance", isDirectory: true)

    /// Why a test with the samples is skipped.
    public static let absence: Comment = "FLIPBOOK_SAMPLES names no folder of sample sequences and conformance images"

    /// Whether the samples are there.
    public static let areAvailable: Bool = FileManager.default.fileExists(atPath: directory.path)
}
