import FlipbookCore

/// A library of C that is loaded before the C library, so that its functions are called in the place of those.
public struct PreloadedLibrary {
    private let path: FilePath

    /// The library of a source.
    public init(_ source: String) throws { path = try CompiledLibrary.path(of: source) }

    /// What a process is started with that loads it.
    public var environment: [String: String] { ["LD_PRELOAD": path.string] }
}
