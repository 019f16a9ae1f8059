public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookSequences

/// The inputs of a linter, as specified by command-line arguments.
///
/// An argument is a folder (every sequence in it, and its stills), a file, or a pattern. These are tried in this order, so
/// `a#b.png` is a pattern only if no file has this name. Files are grouped into sequences folder by folder, so a shell's
/// `walk.*.png` works. Files listed individually are judged regardless of their extension.
public enum LintInput {
    /// Returns the evidence for the given inputs, folder by folder. Opens no images.
    /// - Throws: `SequenceLocatorError` for the first argument that matches no file or is an invalid pattern.
    public static func evidence(for arguments: [String]) throws(SequenceLocatorError) -> [FolderEvidence] {
        let (folders, faults) = survey(arguments)
        if let first = faults.first { throw first.error }
        return folders
    }

    /// Returns evidence like ``evidence(for:)``, but continues with the other arguments if one cannot be found.
    ///
    /// A repeated argument is linted once.
    /// - Parameters:
    ///   - dialect: the dialect of patterns. If `nil`, fileseq's grammar is used.
    ///   - gaps: the policy for missing numbers. Gaps that it accepts are not errors.
    ///   - idiom: the kind of device whose pictures (`~ipad`) replace the universal ones.
    /// - Returns: the folders, and the arguments that cannot be linted, with the reasons.
    public static func survey(
        _ arguments: [String],
        dialect: Dialect? = nil,
        gaps: GapPolicy = GapPolicy(),
        mismatch: MismatchPolicy = .error,
        idiom: UserInterfaceIdiom? = nil
    ) -> (folders: [FolderEvidence], faults: [(argument: FilePath, error: SequenceLocatorError)]) {
        var inputs: [(argument: FilePath, input: Input)] = []
        var faults: [(argument: FilePath, error: SequenceLocatorError)] = []
        var filesOfFolder: [FilePath: [String]] = [:]
        var seen: Set<FilePath> = []
        for argument in arguments where seen.insert(FilePath(argument)).inserted {
            let path = FilePath(argument)
            do throws(SequenceLocatorError) {
                let input = try input(argument, dialect)
                if case .files(let folder) = input {
                    filesOfFolder[folder, default: []].append(path.lastComponent)
                    if filesOfFolder[folder]?.count ?? 0 > 1 { continue }
                }
                inputs.append((path, input))
            } catch { faults.append((path, error)) }
        }
        var folders: [FolderEvidence] = []
        for (argument, input) in inputs {
            do throws(SequenceLocatorError) {
                switch input {
                case .folder: folders.append(try folder(argument, idiom, &faults))
                case .files(let folder):
                    let names = filesOfFolder[folder] ?? []
                    var evidence = FolderEvidence(path: folder.string, names: names, selection: .all, idiom: idiom)
                    evidence.extent = .files
                    if gaps.missing == .error { evidence.noteSelections() }
                    folders.append(evidence)
                case .archive(let archive): folders += archive.parts().map { FolderEvidence(archive: $0, idiom: idiom) }
                case .pattern(let pattern): folders.append(try files(of: pattern, idiom))
                case .subframes(let folder, let names):
                    var evidence = FolderEvidence(path: folder.string, names: names, idiom: idiom)
                    evidence.extent = .sequences
                    folders.append(evidence)
                }
            } catch { faults.append((argument, error)) }
        }
        return (folders.map { $0.with(gaps: gaps, mismatch: mismatch) }, faults)
    }

    private enum Input {
        case folder
        case pattern(FramePattern)
        /// A folder or a single picture in an archive.
        case archive(ArchivedPictures)
        case subframes(in: FilePath, [String])
        case files(in: FilePath)
    }

    /// Returns the interpretation of an argument. A broken link is treated as an unreadable file.
    private static func input(_ argument: String, _ dialect: Dialect?) throws(SequenceLocatorError) -> Input {
        try SequenceLocator.checkName(argument)
        let path = FilePath(argument)
        if path.isFolder { return .folder }
        guard path.isTaken else {
            if let archive = ArchivedPictures(path) { return .archive(archive) }
            do throws(SequenceLocatorError) { return .pattern(try pattern(argument, dialect)) } catch {
                let folder = FilePath(path.directory)
                guard case .pattern(let fault) = error, let all = try? SequenceLocator.listing(of: folder).lintedNames,
                    let names = SubframeSequence.names(all, of: fault)
                else { throw error }
                return .subframes(in: folder, names)
            }
        }
        let folder = argument.utf8.dropLast(path.lastComponent.utf8.count)
        return .files(in: FilePath(String(decoding: folder, as: UTF8.self)))
    }

    private static func files(of pattern: FramePattern, _ idiom: UserInterfaceIdiom?)
        throws(SequenceLocatorError) -> FolderEvidence
    {
        let folder = FilePath(pattern.folder)
        if !folder.isFolder, let archive = ArchivedPictures(folder) {
            var evidence = try FolderEvidence(pattern, names: archive.names.pictures, idiom: idiom)
            evidence.lie(in: archive)
            return evidence
        }
        let listing = try SequenceLocator.listing(of: folder)
        var evidence = try FolderEvidence(pattern, names: listing.lintedNames, idiom: idiom)
        evidence.noteUnfinished(listing, in: folder)
        return evidence
    }

    private static func folder(
        _ path: FilePath,
        _ idiom: UserInterfaceIdiom?,
        _ faults: inout [(argument: FilePath, error: SequenceLocatorError)]
    ) throws(SequenceLocatorError) -> FolderEvidence {
        let listing = try SequenceLocator.listing(of: path)
        var folder = FolderEvidence(listing, in: path, idiom)
        folder.noteUnfinished(listing, in: path)
        folder.hints = listing.hints(onFoldersIn: path)
        let suffix = ".lproj"
        for name in listing.folders(endingWith: suffix) {
            let (language, path) = (String(name.dropLast(suffix.count)), path.appending(name))
            do throws(SequenceLocatorError) {
                let own = FolderEvidence(try SequenceLocator.listing(of: path), in: path, idiom)
                folder.localizations.append(Localization(language: language, folder: own))
            } catch { faults.append((path, error)) }
        }
        return folder
    }

    private static func pattern(_ argument: String, _ dialect: Dialect?) throws(SequenceLocatorError) -> FramePattern {
        // In a pattern, a backslash is an escape character, but it may also be the separator of a Windows path.
        let missing = SequenceLocatorError.missing(FilePath(argument), siblings: nil)
        if FilePath(argument).isOfWindows { throw missing }
        return try wrapping(FramePattern(parsing: argument, dialect: dialect)) { (error: FramePatternError) in
            error.reason == .noPadding ? missing : .pattern(error)
        }
    }
}

extension FolderEvidence {
    fileprivate init(_ list: FolderListing, in path: FilePath, _ idiom: UserInterfaceIdiom?) {
        self.init(path: path.string, names: list.lintedNames, undecodableNames: list.unreadableNames, idiom: idiom)
        undecodableExamples = list.unreadableExamples
    }

    fileprivate mutating func noteUnfinished(_ listing: FolderListing, in folder: FilePath) {
        hasUnfinishedFix = FixFolderName.isUnfinished(in: folder, among: listing.folders)
        unfinishedExports = (listing.names + listing.folders).filter(UnfinishedOutput.isName).sorted()
        folderNames = listing.folders.filter { !$0.hasPrefix(".") }.sorted().map { FilePath($0) }
    }
}
