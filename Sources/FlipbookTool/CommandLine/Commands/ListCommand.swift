package import ArgumentParser
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookManifest
import FlipbookScene
import FlipbookSequences

package struct ListCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "list",
        abstract: "Lists sequences, one per line, with their problems.",
        usage: "flipbook list [<input> ...] [<options>]",
        discussion: """
            Each line has the pattern, ready to paste as an input; the first and last number; the number of frames \
            (235 of 240 frames if five are missing); the usual size; the bits per channel, channels and declared \
            colors (8 bit rgba icc); the scale factors; and missing and repeated numbers. Damaged, empty, unreadable \
            and unsupported frames, Git LFS pointers, and files that are not images come last; they are included in \
            the number of frames. 0-90x10 means numbers in steps of 10, without gaps. In a folder with more than 8192 \
            images, the size comes from a sample, and the line says so. An animated file, such as a GIF, is a \
            sequence; its line has the length of a cycle and the number of cycles. -r follows links and lists each \
            folder once.

            flipbook list -r shots
            flipbook list 'walk.####.png'

            Exit status: 0 done, even if a folder has no sequences; 1 a frame is damaged or cannot be read; 3 an \
            input is missing or cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Folders, patterns, images, sprite sheets or manifests. (default: the current folder)",
            valueName: "input"
        )
    )
    package var folders: [String] = []

    @Flag(name: .shortAndLong, help: "Also list subfolders, except hidden ones.") var recursive = false

    @Flag(help: "Print a JSON array with an object for each sequence.") var json = false
    @Flag(name: .shortAndLong, help: "Print only the sequences, not the summary line.") var quiet = false
    @OptionGroup var sheet: SheetCutOptions
    @OptionGroup var device: IdiomOption
    @OptionGroup var outside: OutsideOption

    package func run() async throws {
        let roots = folders.isEmpty ? ["."] : folders
        for root in roots { try SequenceLocator.checkName(root) }
        var entries: [FolderContents.Entry] = []
        var animations: [AnimatedFile] = []
        var leftOver = LeftOver()
        var faults: [any EndingError] = []
        var seen: Set<FilePath> = []
        var readFolders = 0
        for root in roots.map({ FilePath($0) }) where seen.insert(root.withoutTrailingSlashes).inserted {
            do {
                let files = try await Interruption.cancelling { try await pictures(in: root) }
                animations += files
                if !files.isEmpty { continue }
                if let list = try frames(of: root) {
                    let found = try await Interruption.cancelling { try await sequences(of: list, at: root) }
                    entries += found
                    if found.isEmpty { animations.append(try await AnimatedFile(root, list, codecs: .ofCommand)) }
                    continue
                }
                let tree = recursive && root.isFolder ? try FolderTree(root, followsLinks: true) : nil
                faults += tree?.faults ?? []
                for folder in tree?.folders ?? ArchivedPictures(root, codecs: .ofCommand)?.folders ?? [root] {
                    let contents = try await Interruption.cancelling {
                        try await FolderContents.reading(folder, idiom: device.idiom)
                    }
                    readFolders += 1
                    entries += contents.entries
                    animations += contents.animations
                    var pictures: Set<FilePath> = []
                    let mayHaveSheets = contents.singleImages > 0 && folder.isFolder
                    for (_, sheet) in mayHaveSheets ? try SpriteSheetFile.all(in: folder) : [] {
                        switch sheet {
                        case .success(let sheet):
                            pictures.insert(sheet.image)
                            animations += try await Self.pictures(on: sheet)
                        case .failure(let fault): faults.append(fault)
                        }
                    }
                    if let note = contents.note, !quiet { Terminal.report("note: \(note)") }
                    leftOver.count(contents, sheets: pictures.count, isRecursive: recursive)
                }
            } catch let error as any EndingError {
                faults.append(error)
            } catch let error as ImageError {
                let isMachine = [.unreadable, nil].contains(error.kind)
                let status = isMachine ? ExitStatus.environment : .incomplete
                faults.append(Failure(message: "\(root): \(error.sentence)", status: status))
            }
        }
        if json {
            Terminal.print(try (entries.map(ListedSequence.init) + animations.map(ListedSequence.init)).jsonText)
        } else if !entries.isEmpty || !animations.isEmpty {
            Terminal.print(SequenceTable(entries, animations).text)
        }
        for hint in quiet ? [] : animations.flatMap(\.list.hints).distinct {
            Terminal.report("note: \(hint.closingSentence)")
        }
        if !quiet, !json, readFolders > 0, let sentence = leftOver.sentence(sequences: entries.count + animations.count)
        {
            Terminal.report(sentence)
        }
        for fault in faults.prefix(10) { Terminal.complain(fault.sentence) }
        if faults.count > 10 { Terminal.complain("\(faults.count - 10) more could not be read.") }
        let areWhole = (entries.map(\.faults) + animations.map(\.faults)).joined().isEmpty
        let statuses = faults.map(\.ending) + (areWhole ? [] : [.incomplete])
        if let worst = statuses.max(by: { $0.code < $1.code }) { throw worst }
    }

    private func frames(of path: FilePath) throws(SequenceLocatorError) -> FrameList? {
        guard FileStatus(path) == nil, ManifestFile.format(of: path) == nil,
            ArchivedPictures(path, codecs: .ofCommand) == nil
        else { return nil }
        let options = Resolution.Options(mismatch: .fit, naming: .chosen, idiom: device.idiom)
        return try SequenceLocator(options: options).locate([path.string], codecs: .ofCommand)
    }

    /// Returns the sequences that contain the frames, as `list` shows them for the folder. Empty for a pattern with a range.
    private func sequences(of list: FrameList, at path: FilePath) async throws -> [FolderContents.Entry] {
        if (try? FramePattern(parsing: path.string))?.frames != nil { return [] }
        let names = list.frames.compactMap { frame in
            frame.path.map { FilePath(FilePath(ArchivedPictures.name(of: $0) ?? $0.string).lastComponent) }
        }
        let folder = FilePath(path.directory)
        return try await FolderContents.reading(folder, sequencesOf: Set(names), idiom: device.idiom).entries
    }

    private func pictures(in path: FilePath) async throws -> [AnimatedFile] {
        if sheet.name != nil, let cut = try SheetInput([path.string], sheet, allowedFolders: outside.allowedFolders) {
            return [try await AnimatedFile(cut.path, cut.frames, tag: sheet.tag, codecs: cut.codecs)]
        }
        if let sheet = try SpriteSheetFile(at: path, allowedFolders: outside.allowedFolders) {
            return try await Self.pictures(on: sheet)
        }
        guard let format = ManifestFile.format(of: path) else {
            // The path is a folder or an archive, or does not exist.
            if ArchivedPictures(path, codecs: .ofCommand) != nil { return [] }
            if let file = try await AnimatedFile(path, codecs: .ofCommand) { return [file] }
            guard ManifestFile.absence(of: path) == nil else { return [] }
            _ = try ImageHeader.read(contentsOf: path, codecs: .ofCommand)
            return [try await AnimatedFile(path, FrameList(name: path.description, frames: [Frame(file: path)]))]
        }
        let file = try ManifestFile(reading: path, as: format)
        let locator = ManifestLocator(allowedFolders: outside.allowedFolders)
        var list = try locator.locate(file)
        do throws(ManifestFileError) {
            _ = try locator.manifest(of: file)
        } catch {
            // A missing overlay does not affect the list.
            if case .files(_, areOutside: true) = error { throw error }
        }
        if file.manifest.timeline != nil {
            list = list.showing(eachFor: (file.manifest.frameRate ?? .imageViewDefault).frameDuration)
        }
        return [try await AnimatedFile(path, list)]
    }

    private static func pictures(on sheet: SpriteSheetFile) async throws(CancellationError) -> [AnimatedFile] {
        let codecs = sheet.codecs()
        var files = [try await AnimatedFile(sheet.path, sheet.frames, codecs: codecs)]
        for tag in sheet.tags {
            files.append(try await AnimatedFile(sheet.path, sheet.frames(of: tag), tag: tag.name, codecs: codecs))
        }
        return files
    }
}

private struct LeftOver {
    private var (images, lostFrames, others, unreadable, outside) = (0, 0, 0, 0, 0)
    private var folders: [String] = []

    mutating func count(_ contents: FolderContents, sheets: Int, isRecursive: Bool) {
        folders += isRecursive ? [] : contents.folders.map { $0.quotedForShell + "/" }
        images += max(0, contents.singleImages - sheets)
        others += contents.otherFiles
        lostFrames += contents.lostFrames.count
        unreadable += contents.unreadableNames
        outside += contents.outsideNames
    }

    func sentence(sequences: Int) -> String? {
        let parts = [
            images == 0 ? nil : images.of("single image"),
            others == 0 ? nil : others.of("other file"),
            lostFrames == 0 ? nil : "leftovers of \(lostFrames.of("missing frame"))",
            folders.isEmpty ? nil : "\(folders.count.of("folder")) (\(folders.listed(atMost: 3)))",
            unreadable == 0 ? nil : unreadable.of("name that is not UTF-8", "names that are not UTF-8"),
            outside == 0 ? nil : outside.of("name that leads outside", "names that lead outside") + " the archive",
        ].compactMap { $0 }
        if parts.isEmpty { return sequences == 0 ? "No sequences or other files here." : nil }
        return (sequences == 0 ? "No sequences here, but " : "Also here: ") + parts.joined(separator: ", ") + "."
            + (folders.isEmpty ? "" : " To also list the subfolders, add -r.")
    }
}
