import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import Glibc

/// Finds and reads the configuration that holds for a folder: the nearest `.flipbook.yaml` in it or above it.
struct ConfigurationFinder {
    /// A configuration and the folder that its paths are relative to.
    struct Found {
        let configuration: LintConfiguration
        /// The folder's real path.
        let root: FilePath
    }

    private let options: LintOptions
    private let current: FilePath
    private var configurations: [FilePath: Found] = [:]

    /// A finder that obeys `--config` and `--no-config`.
    init(_ options: LintOptions) {
        self.options = options
        current = Self.realPath(FilePath(".")) ?? FilePath("/")
    }

    /// The folder that the command runs in.
    var currentFolder: FilePath { current }

    /// The real path of a folder; the path as it is where it leads nowhere.
    static func realPath(_ path: FilePath) -> FilePath? {
        guard let resolved = realpath(path.string.isEmpty ? "." : path.string, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(String(cString: resolved))
    }

    /// The configuration for a folder, by its real path.
    /// - Throws: ``Failure`` for a file that cannot be read or has mistakes.
    mutating func configuration(for folder: FilePath) throws(Failure) -> Found {
        let key = options.config != nil || options.noConfig ? current : folder
        if let known = configurations[key] { return known }
        let found: Found
        if let file = options.config {
            found = Found(configuration: try read(FilePath(file)), root: current)
        } else if options.noConfig {
            found = Found(configuration: try options.applied(to: LintConfiguration()), root: current)
        } else {
            found = try nearest(to: folder)
        }
        configurations[key] = found
        return found
    }

    private mutating func nearest(to folder: FilePath) throws(Failure) -> Found {
        let file = folder.appending(LintConfiguration.fileName)
        var status = stat()
        if stat(file.string, &status) == 0 {
            return Found(configuration: try read(file.relative(to: current)), root: folder)
        }
        guard folder.string != "/" else {
            return Found(configuration: try options.applied(to: LintConfiguration()), root: current)
        }
        return try configuration(for: FilePath(folder.directory))
    }

    private func read(_ file: FilePath) throws(Failure) -> LintConfiguration {
        do {
            let bytes = try ManifestFile.contents(of: file, atMost: YAMLReader.largestByteCount + 1)
            let node = try YAMLReader.nodeIfAny(of: bytes, file: file)
            return try options.applied(to: LintConfiguration(decoding: node, file: file, rules: RuleRegistry.all))
        } catch let error as FileSystemError {
            throw Failure(message: error.sentence, status: .environment)
        } catch let error as ManifestError {
            throw Failure(message: error.sentence, status: .usage)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(message: "\(file): \(error.sentence)", status: .environment)
        }
    }
}
