internal import FlipbookCore

extension SequenceLocator {
    /// A folder in which a sequence grows, and which of its files are meant.
    struct Place: Sendable {
        let folder: FilePath
        /// `nil` for the one sequence of the folder.
        let pattern: FramePattern?

        /// The path of a file in it, as the frames have it.
        func path(of name: String) -> FilePath {
            pattern.map { FilePath($0.directory + name) } ?? folder.appending(name)
        }
    }

    /// Where the frames are, or will be, that an argument means. Nothing of it needs to exist yet.
    /// - Throws: ``SequenceLocatorError`` for a file, which does not grow, and for what is no pattern.
    func place(of argument: String) throws(SequenceLocatorError) -> Place {
        guard !argument.isEmpty, !argument.utf8.contains(0) else {
            throw .unusable(argument, reason: "no name of a folder or a pattern")
        }
        let path = FilePath(argument)
        let kind: FileKind
        do { kind = try FileKind(path) } catch { throw .system(error) }
        switch kind {
        case .folder: return Place(folder: path, pattern: nil)
        case .file:
            throw .unusable(argument, reason: "a single file does not grow; give its folder or a pattern to follow")
        case .nothing: break
        }
        do {
            let pattern = try FramePattern(parsing: path.string, dialect: dialect)
            let folder = pattern.folder
            return Place(folder: FilePath(folder.isEmpty ? "." : folder), pattern: pattern)
        } catch  where error.reason == .noPadding {
            return Place(folder: path, pattern: nil)
        } catch {
            throw .pattern(error)
        }
    }

    /// The frames at a place among files with the given names; `nil` where there are none yet.
    func frames(at place: Place, among names: [String]) throws(SequenceLocatorError) -> FrameList? {
        do throws(ResolutionError) {
            if let pattern = place.pattern { return try Resolution.pattern(pattern, names: names, options: options) }
            return try Resolution.directory(place.folder.string, names: names, options: options)
        } catch {
            switch error {
            case .noImages, .noMatch: return nil
            default: throw .resolution(error, unreadableNames: 0)
            }
        }
    }
}
