public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

/// A locator that finds the frames for a command line's arguments.
///
/// A single argument is tried as a folder, a file, and a pattern, in this order, so a file named `a#b.png` takes precedence.
/// Multiple arguments are files. A single file with multiple pictures is a sequence of those pictures.
public struct SequenceLocator: Hashable, Sendable {
    /// The order of multiple files.
    public var sort: FileOrder
    /// The options for resolving names: the scale, the policy for mixed scales, and the image extensions.
    public var options: Resolution.Options
    /// The dialect of patterns. If `nil`, fileseq's grammar is used, except for its ambiguous syntax.
    public var dialect: Dialect?
    /// The preferred languages, for language folders (`fr.lproj`, `Base.lproj`) and files (`hero.fr.png`). If `nil`, localized
    /// versions are ignored.
    public var languages: LanguagePreferences?
    /// A Boolean value that indicates whether all pictures in a folder or archive, including its subfolders, form one sequence
    /// without numbers. Folders are in natural order, and the files in a folder are in the order that they would have as
    /// arguments.
    public var isRecursive: Bool

    /// Creates a locator. The defaults are those of the command.
    public init(
        sort: FileOrder = .natural,
        options: Resolution.Options = Resolution.Options(),
        dialect: Dialect? = nil,
        languages: LanguagePreferences? = nil,
        isRecursive: Bool = false
    ) {
        (self.sort, self.options, self.dialect, self.languages) = (sort, options, dialect, languages)
        self.isRecursive = isRecursive
    }

    /// Returns the frames for the arguments. Hints report ignored files, invalid names, and the sequence to which a single
    /// frame belongs.
    /// - Throws: ``SequenceLocatorError``, whose description is a complete message.
    public func locate(_ arguments: [String], codecs: ImageCodecs = .standard)
        throws(SequenceLocatorError) -> FrameList
    {
        for argument in arguments { try Self.checkName(argument) }
        if isRecursive {
            let list = try tree(arguments.map { FilePath($0) }, codecs)
            return sort == .time ? try list.inOrderOfCapture(codecs) : list
        }
        if sort == .time { return try inOrderOfCapture(arguments, codecs) }
        guard arguments.count == 1, let argument = arguments.first else { return try files(arguments) }
        let named = FilePath(argument)
        let isFolder = try kind(of: named) == .folder
        let path = isFolder ? named : languages?.localized(named) ?? named
        switch try kind(of: path) {
        case .folder:
            let localized = languages.flatMap { LocalizedFolder(path, $0) }
            let own = { (path: FilePath) throws(SequenceLocatorError) in try folder(path, codecs) }
            let list = if let localized { try localized.first(own) } else { try own(path) }
            guard list.frames.count == 1, let only = list.frames[0].path else { return list }
            return FrameList(picturesOf: only, codecs: codecs)?.adding(hints: list.hints) ?? list
        case nil:
            if let archive = ArchivedPictures(path, codecs: codecs) { return try pictures(of: archive) }
            return try pattern(path, codecs)
        default:
            let list = try file(path, codecs)
            guard path != named else { return list }
            return list.adding(hints: ["\(path) is the localized version and is used instead of \(named)"])
        }
    }

    /// Returns the frames in the order in which they were taken. In a folder, every picture is a frame, regardless of its name.
    private func inOrderOfCapture(_ names: [String], _ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        var files = names.map { FilePath($0) }
        if files.count == 1, try kind(of: files[0]) == .folder {
            let folder = files[0]
            let names = try Self.listing(of: folder).names
            let images = names.filter { options.extensions.contains($0.lowercasedExtension) }
            if images.count > 1 { files = images.map { folder.appending($0) } }
        }
        let ordered = files.sorted { $0.naturallyPrecedes($1) }.map(\.string)
        return try changing(self) { $0.sort = .none }.locate(ordered, codecs: codecs).inOrderOfCapture(codecs)
    }

    /// Returns the pictures in folders and archives. Gaps in their sequences are determined as in a single folder.
    private func tree(_ paths: [FilePath], _ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        var (groups, all, hints): ([[FilePath]], [FilePath: FilePath], [String]) = ([], [:], [])
        for path in paths {
            var (pictures, others): ([FilePath: FilePath], [String]) = ([:], [])
            let kind = try kind(of: path)
            if kind == .folder {
                let tree = try wrapping(FolderTree(path, followsLinks: true), in: SequenceLocatorError.system)
                if let fault = tree.faults.first { throw .system(fault) }
                for folder in tree.folders {
                    let names = try Self.listing(of: folder).names.filter { $0.utf8.first != UInt8(ascii: ".") }
                    others += names.map { folder.appending($0).string }
                    for name in names where options.extensions.contains(name.lowercasedExtension) {
                        pictures[folder.appending(name)] = folder.appending(name)
                    }
                }
            } else if let archive = ArchivedPictures(path, codecs: codecs) {
                pictures = Dictionary(archive.all.map { ($0.path, $0.picture) }) { first, _ in first }
                hints += archive.hints
            } else if kind == nil, (try? FramePattern(parsing: path.string, dialect: dialect)) == nil {
                throw .missing(path, siblings: nil)
            } else if let header = try? ImageHeader.read(contentsOf: path, codecs: codecs), header.isArchived {
                pictures = [path: path]
            } else {
                throw .unusable(path.string, reason: "\(remedy: .set(.tree)) requires a folder or picture archive")
            }
            guard !pictures.isEmpty else { throw .resolution(.noImages(folder: path, otherFiles: others.count)) }
            let files = FilePath.sortedByFolder(pictures.keys.map(\.self)).flatMap(\.self)
            groups.append(UserInterfaceIdiom.chosen(options.idiom, among: files))
            hints += Resolution.hints(onLeftOut: otherInputs(among: others, codecs), in: path, using: "the images")
            all.merge(pictures) { $1 }
        }
        let own = sort == .natural ? options : changing(options) { $0.naming = .show }
        let list = try resolved(Resolution.joined(groups, areTrees: true, own))
        let frames = list.relocating { all[$0] }.map { Frame($0.image) }
        let name = paths.map(\.description).joined(separator: " ")
        return changing(FrameList(name: name, frames: frames, hints: hints + list.hints)) {
            $0.joinedGaps = sort == .natural ? list.joinedGaps : []
        }
    }

    private func file(_ path: FilePath, _ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        guard let list = FrameList(picturesOf: path, codecs: codecs) else { return still(path) }
        guard let archive = ArchivedPictures(path, codecs: codecs) else { return list }
        return try pictures(of: archive)
    }

    private func pictures(of archive: ArchivedPictures) throws(SequenceLocatorError) -> FrameList {
        guard archive.folders.count == 1 else { throw .severalFolders(archive.path, archive.inputs) }
        // The frame number of a single picture is ignored.
        if archive.all.count == 1 {
            let only = archive.all[0]
            let frame = Frame(Image(source: .file(only.picture), scale: Frame(file: only.path).scale), number: 1)
            let name = archive.path.description
            return FrameList(name: name, numbers: FrameSet([1]), frames: [frame], hints: archive.hints)
        }
        return try archived(archive, hints: archive.hints) { (names) throws(ResolutionError) in
            try Resolution.directory(archive.path.string, names: names, options: options)
        }
    }

    private func archived(
        _ archive: ArchivedPictures,
        hints: [String] = [],
        _ find: (_ names: [String]) throws(ResolutionError) -> FrameList
    ) throws(SequenceLocatorError) -> FrameList {
        let list: FrameList
        do throws(ResolutionError) {
            list = try find(archive.names.pictures)
        } catch .leftOut(_, let taken, let strays) {
            throw .resolution(.leftOut(folder: nil, taken, strays))
        } catch { throw .resolution(error) }
        let frames = list.relocating { archive.places[$0.lastComponent] }
        let all = list.replacing(frames, expected: list.expected, missing: list.missing, hints: hints)
        // Files in an archive cannot be renamed by a fix.
        return changing(all) { $0.respelled = [] }
    }

    private func folder(_ path: FilePath, _ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        let listing = try Self.listing(of: path)
        do throws(SequenceLocatorError) {
            let list = try resolve(listing, in: path) { () throws(ResolutionError) in
                let names = listing.names(likeImagesOf: options.extensions)
                return try Resolution.directory(path.string, names: names, options: options)
            }.adding(hints: listing.hints(onFoldersIn: path))
            let others = otherInputs(among: listing.names, codecs)
            guard list.frames.count == 1, options.naming != .show, let only = list.frames[0].path else {
                let used = FilePath(list.name).name
                return list.adding(hints: Resolution.hints(onLeftOut: others, in: path, using: used))
            }
            let folders = listing.shownFolders.map { path.appending($0.string) }.filter { folder in
                let names = (try? FolderListing(folder).names) ?? []
                return names.contains { !$0.hasPrefix(".") && options.extensions.contains($0.lowercasedExtension) }
            }
            let inputs = others.map { path.appending($0.string) } + folders.map { FilePath($0.string + "/") }
            guard !inputs.isEmpty else { return list }
            throw .severalFiles(folder: path, [only] + inputs)
        } catch .resolution(.noImages(_, let others, _), let unreadable) {
            let reason = ResolutionError.noImages(folder: path, otherFiles: others, folders: listing.shownFolders)
            throw .resolution(reason, unreadableNames: unreadable)
        } catch {
            guard case .resolution(.noSequence(_, let images), _) = error else { throw error }
            return try animation(among: images.map { path.appending($0.string) }, of: path, codecs, else: error)
        }
    }

    /// Returns the files that are inputs in their own right, such as videos and archives.
    private func otherInputs(among files: [String], _ codecs: ImageCodecs) -> [FilePath] {
        let extensions = Set(codecs.formats.flatMap(\.extensions)).subtracting(options.extensions)
        return files.filter { extensions.contains($0.lowercasedExtension) }.sorted().map { FilePath($0) }
    }

    private func animation(
        among images: [FilePath],
        of folder: FilePath,
        _ codecs: ImageCodecs,
        else error: SequenceLocatorError
    ) throws(SequenceLocatorError) -> FrameList {
        let lists = images.prefix(FolderContents.headerBudget).compactMap { path in
            FrameList(picturesOf: path, codecs: codecs, isNamed: false).map { (path, $0) }
        }
        guard let (path, list) = lists.first else { throw error }
        guard lists.count == 1 else { throw .severalFiles(folder: folder, lists.map(\.0)) }
        let others = images.filter { $0 != path }.map(\.name)
        return list.adding(hints: Resolution.hints(onLeftOut: others, in: folder, using: path.name))
    }

    private func pattern(_ path: FilePath, _ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        let pattern: FramePattern
        if path.isOfWindows { throw .missing(path, siblings: nil) }
        do {
            pattern = try FramePattern(parsing: path.string, dialect: dialect)
        } catch  where error.reason == .noPadding {
            let readers = Dialect.allCases.filter { (try? FramePattern(parsing: path.string, dialect: $0)) != nil }
            guard readers.isEmpty else {
                let names = readers.map(\.rawValue).joined(separator: " or ")
                let remedy: Explanation = "\(remedy: .set(.dialect, to: names))"
                throw .unusable(path.string, reason: "no such file; to read it as a pattern, use \(remedy)")
            }
            throw .missing(path, siblings: sequence(of: path))
        } catch {
            let folder = FilePath(path.directory)
            let all = FileStatus(folder) == nil ? [] : try Self.listing(of: folder).names
            guard let names = SubframeSequence.names(all, of: error) else { throw .pattern(error) }
            return try resolved(Resolution.directory(folder.string, names: names, options: options))
        }
        if let languages, let localized = LocalizedFolder(FilePath(pattern.folder), languages) {
            return try localized.first { (folder) throws(SequenceLocatorError) in
                try frames(of: pattern.with(directory: folder.string + "/"), named: path, codecs)
            }
        }
        return try frames(of: pattern, named: path, codecs)
    }

    private func frames(of pattern: FramePattern, named path: FilePath, _ codecs: ImageCodecs)
        throws(SequenceLocatorError) -> FrameList
    {
        let folder = FilePath(pattern.folder)
        let kind = try kind(of: folder)
        if kind != .folder {
            guard let archive = ArchivedPictures(folder, codecs: codecs) else {
                // The path is already a pattern, so the error must not suggest one.
                throw .system(kind == nil ? .absent(folder) : .notAFolder(folder))
            }
            guard !archive.names.pictures.isEmpty else { throw .severalFolders(folder, archive.folders) }
            return try archived(archive) { (names) throws(ResolutionError) in
                try Resolution.pattern(pattern, names: names, options: options)
            }
        }
        let listing = try Self.listing(of: folder)
        let names = listing.names(likeImagesOf: options.extensions)
        return try resolve(listing, in: folder) { () throws(ResolutionError) in
            do throws(ResolutionError) {
                return try Resolution.pattern(pattern, names: names, options: options)
            } catch {
                // The name may include a range, as in names copied from Nuke or RV.
                guard case .noMatch = error, dialect == nil, let split = FramePattern(withRangeBehind: path.string)
                else { throw error }
                return try Resolution.pattern(split, names: names, options: options)
            }
        }
    }

    private func files(_ arguments: [String]) throws(SequenceLocatorError) -> FrameList {
        let given = arguments.map { FilePath($0) }
        let kinds = try given.map { path throws(SequenceLocatorError) in try kind(of: path) }
        if let index = kinds.firstIndex(of: nil) {
            let (path, whole) = (given[index], given.map(\.string).joined(separator: " "))
            let isSplit = FileStatus(FilePath(whole)) != nil
            if isSplit { throw .unusable(whole, reason: "put a name with spaces in quotes: \(whole.quotedForShell)") }
            guard (try? FramePattern(parsing: path.string, dialect: dialect)) != nil
            else { throw .missing(path, siblings: nil) }
            throw .unusable(path.string, reason: "a pattern must be the only input, and no file has this name")
        }
        if let index = kinds.firstIndex(of: .folder) {
            let reason: Explanation = "a folder must be the only input; \(remedy: .set(.tree)) joins all folders in one"
            throw .unusable(given[index].string, reason: reason)
        }
        let paths = sort == .natural ? try Self.namingFoldersAlike(given) : given
        // These names matter only if the first folder contains all files.
        let names = paths.first.flatMap { try? FolderListing(FilePath($0.directory)).names } ?? []
        let list = try resolved(Resolution.files(paths, sorted: sort, among: names, options: options))
        return changing(list) { $0.misnamed = search(list, among: names) }
    }

    /// Returns the files with one name for each folder. If a folder is listed as both `walk` and `./walk`, the first name is
    /// used. A link to a file is a separate frame.
    /// - Throws: ``SequenceLocatorError`` if a file occurs twice.
    private static func namingFoldersAlike(_ files: [FilePath]) throws(SequenceLocatorError) -> [FilePath] {
        var (prefixes, seen): ([FileStatus.Identity: String], [FilePath: FilePath]) = ([:], [:])
        return try files.map { file throws(SequenceLocatorError) in
            let folder = FileStatus(FilePath(file.directory))?.identity
            let prefix = folder.flatMap { prefixes[$0] } ?? file.prefixOfName
            if let folder { prefixes[folder] = prefix }
            let path = FilePath(prefix + file.lastComponent)
            if let first = seen.updateValue(file, forKey: path) { throw .resolution(.repeatedFile(first, file)) }
            return path
        }
    }

    private func still(_ path: FilePath) -> FrameList {
        let list = FrameList(name: path.description, frames: [Frame(file: path)])
        guard let siblings = sequence(of: path) else { return list }
        return list.adding(hints: [
            "\(path) is one frame of \(siblings.pattern.quotedForShell) (\(siblings.frames)); use the pattern for the "
                + "whole sequence"
        ])
    }

    /// Returns the sequence to which a file belongs or would belong. Returns `nil` if there is no such sequence, or if the
    /// folder cannot be read.
    public func sequence(of path: FilePath) -> ResolutionError.Candidate? {
        let names = try? FolderListing(FilePath(path.directory)).names
        return names.flatMap { Resolution.siblings(of: path, names: $0, options: options) }
    }

    private func resolved(
        _ list: @autoclosure () throws(ResolutionError) -> FrameList
    ) throws(SequenceLocatorError) -> FrameList { try wrapping(list()) { SequenceLocatorError.resolution($0) } }

    private func resolve(_ listing: FolderListing, in folder: FilePath, _ body: () throws(ResolutionError) -> FrameList)
        throws(SequenceLocatorError) -> FrameList
    {
        let unreadable = listing.unreadableNames
        var list = try wrapping(body()) { (error: ResolutionError) -> SequenceLocatorError in
            guard case .leftOut(let folder, var taken, let strays) = error
            else { return .resolution(error, unreadableNames: unreadable) }
            let missing = FrameNumbering(of: taken.frames, width: taken.pattern.padding.width, prefix: "").missing
            taken.misnamed = misnamed(missing, beside: taken.files.first, among: listing.names)
            return .resolution(.leftOut(folder: folder, taken, strays), unreadableNames: unreadable)
        }
        list.misnamed = search(list, among: listing.names)
        var hints = unreadable == 0 ? [] : ["\(folder): \(SequenceLocatorError.unreadable(unreadable))"]
        if let note = UnfinishedOutput.note(on: listing, of: folder) { hints.append(note) }
        return list.adding(hints: hints)
    }

    private func search(_ list: FrameList, among names: [String]) -> MisnamedFrameSearch {
        MisnamedFrameSearch { misnamed(list.missing, beside: list.frames.first?.path, among: names) }
    }

    /// Returns the files that may be missing frames, judging by their names, their contents, and their neighbors' contents.
    private func misnamed(_ missing: FrameSet, beside frame: FilePath?, among names: [String]) -> [MisnamedFrame] {
        guard !missing.isEmpty, let frame, let own = Resolution.siblings(of: frame, names: names, options: options)
        else { return [] }
        let grouping = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
        let numbers = own.files.map { Frame(file: $0).number ?? .min }
        return grouping.singleImages.compactMap { name in
            let path = FilePath(own.pattern.directory + name.string)
            guard let found = MisnamedFrame(path, name.likelyStems, missing: missing, of: own.pattern) else {
                return nil
            }
            let next = numbers.firstIndex { $0 > found.number } ?? numbers.count
            let neighbors = Array(own.files[max(0, next - 1)..<min(next + 1, numbers.count)])
            func format(_ path: FilePath) -> ImageFormat? { try? ImageDetails.read(contentsOf: path).header.format }
            let formats = Set(neighbors.compactMap(format))
            return path.canBeFrame(format(path), of: formats, between: neighbors) ? found : nil
        }
    }

    private func kind(of path: FilePath) throws(SequenceLocatorError) -> FileStatus.Kind? {
        try wrapping(FileStatus.kind(at: path), in: SequenceLocatorError.system)
    }

    package static func listing(of folder: FilePath) throws(SequenceLocatorError) -> FolderListing {
        try wrapping(FolderListing(folder), in: SequenceLocatorError.system)
    }

    package static func checkName(_ argument: String) throws(SequenceLocatorError) {
        if argument.isEmpty { throw .unusable(argument, reason: "the name is empty; remove it") }
        // In C, the name would end at the zero byte, so a different file might be opened.
        if argument.utf8.contains(0) { throw .unusable(argument, reason: "a file name cannot contain a zero byte") }
    }

    struct Place: Sendable {
        let folder: FilePath
        /// The pattern of the files. If `nil`, the folder contains only one sequence.
        let pattern: FramePattern?

        func path(of name: String) -> FilePath {
            pattern.map { FilePath($0.directory + name) } ?? folder.appending(name)
        }
    }

    /// Returns the location of the frames for an argument. The files need not exist yet.
    /// - Throws: ``SequenceLocatorError`` for a single file, which cannot be followed, or for an invalid pattern.
    func place(of argument: String) throws(SequenceLocatorError) -> Place {
        try Self.checkName(argument)
        let path = FilePath(argument)
        switch try kind(of: path) {
        case .folder: return Place(folder: path, pattern: nil)
        case nil: break
        default: throw .unusable(argument, reason: "a single file cannot be followed; specify its folder or a pattern")
        }
        do {
            let pattern = try FramePattern(parsing: path.string, dialect: dialect)
            return Place(folder: FilePath(pattern.folder), pattern: pattern)
        } catch  where error.reason == .noPadding {
            return Place(folder: path, pattern: nil)
        } catch { throw .pattern(error) }
    }

    func frames(at place: Place, among names: [String]) throws(SequenceLocatorError) -> FrameList? {
        do throws(ResolutionError) {
            if let pattern = place.pattern { return try Resolution.pattern(pattern, names: names, options: options) }
            return try Resolution.directory(place.folder.string, names: names, options: options)
        } catch .noImages, .noMatch { return nil } catch { throw .resolution(error) }
    }
}

extension FrameList {
    /// Returns the frames with their pictures at other paths, such as those in an archive.
    fileprivate func relocating(_ place: (FilePath) -> FilePath?) -> [Frame] {
        frames.map { frame in
            guard let path = frame.path.flatMap(place) else { return frame }
            return changing(frame) { $0.image = Image(source: .file(path), scale: frame.scale) }
        }
    }

    /// Returns the frames in the order of their EXIF capture times. Files with equal times keep their order. If any file does
    /// not specify a time zone, all times are compared without time zones.
    func inOrderOfCapture(_ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        // A damaged file is treated like a file without a time.
        let times = frames.map { frame in
            frame.path.flatMap { try? ImageDetails.read(contentsOf: $0, codecs: codecs).taken }
        }
        let untimed = zip(frames, times).filter { $1 == nil }.map(\.0.source.name)
        guard untimed.isEmpty else { throw .untimed(untimed, frameCount: frames.count) }
        let known = times.compactMap(\.self)
        let isAbsolute = known.allSatisfy(\.isAbsolute)
        let instants = known.map { $0.instant(isAbsolute: isAbsolute) }
        let order = frames.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }
        return replacing(order.map { frames[$0] }, expected: nil, missing: FrameSet())
    }
}

extension FilePath {
    /// Returns `true` if a file may be a missing frame: if it is a regular file in one of the frames' formats, and its contents
    /// differ from its neighbors' contents.
    package func canBeFrame(_ format: ImageFormat?, of formats: Set<ImageFormat>, between files: [FilePath]) -> Bool {
        guard let format, formats.contains(format), FileStatus(self, followsLinks: false)?.kind ?? .file == .file
        else { return false }
        let alike = files.filter { FileDigest.byteCount(of: $0) == FileDigest.byteCount(of: self) }
        guard !alike.isEmpty, let digest = FileDigest(of: self) else { return true }
        return !alike.contains { FileDigest(of: $0) == digest }
    }
}
