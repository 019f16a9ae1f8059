import FlipbookCore
import FlipbookFiles
import FlipbookLintModel
import FlipbookLintReporting
import FlipbookManifest

/// Finds and reads the configuration that holds for a folder: the nearest `.flipbook.yaml` in it or above it.
package struct ConfigurationFinder {
    /// A configuration, and the real path of the folder that its paths are relative to.
    typealias Found = (configuration: LintConfiguration, root: FilePath)

    private let session: LintSession
    private let current: FilePath
    private var configurations: [FilePath: Found] = [:]

    init(_ session: LintSession) {
        self.session = session
        current = .currentFolder
    }

    /// The configuration for a folder, by its real path.
    mutating func configuration(for folder: FilePath) throws(LintSessionError) -> Found {
        let key = session.configuration == .discovered ? folder : current
        if let known = configurations[key] { return known }
        let found: Found =
            switch session.configuration {
            case .file(let file): (try read(file), current)
            case .value(let value): (value.applying(session.changes), current)
            case .discovered: try nearest(to: folder)
            }
        configurations[key] = found
        return found
    }

    private mutating func nearest(to folder: FilePath) throws(LintSessionError) -> Found {
        let file = folder.appending(LintConfiguration.fileName)
        if FileStatus(file) != nil { return (try read(file.relative(to: current)), folder) }
        guard folder.string != "/" else { return (LintConfiguration().applying(session.changes), current) }
        return try configuration(for: FilePath(folder.directory))
    }

    private func read(_ file: FilePath) throws(LintSessionError) -> LintConfiguration {
        try LintSessionError.reading(file) { bytes throws(ManifestError) in
            let node = try YAMLReader.nodeIfAny(of: bytes, file: file)
            return try LintConfiguration(decoding: node, file: file, rules: session.rules).applying(session.changes)
        }
    }
}
