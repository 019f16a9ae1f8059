import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import Glibc

/// Numbered image files. They are written to a hidden folder, and moved together when all of them are complete.
final class NumberedImages: OutputWriter {
    /// The numbers of frames left over from an earlier sequence with this name that the new sequence does not replace.
    private let leftover: FrameSet
    private let job: EncodingJob
    private let names: ImageNames
    private let target: FilePath
    private let batch: FileBatch
    private let overwrites: Bool

    /// Creates a file for each frame, named according to the pattern `target`. Creates a missing folder, but not its parent.
    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        let names = try ImageNames(target, of: job)
        (self.names, self.job, self.target, self.overwrites) = (names, job, target, overwrites)
        let existing = try Self.existingNumbers(of: names, target: target, overwrites: overwrites)
        leftover = FrameSet(existing.filter { !names.numbers.contains($0) })
        let folder = FilePath(target.directory)
        batch = try FileSystemError.about(target, FileBatch(of: names.numbers.map(names.name(of:)), in: folder))
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        _ = try existingNumbers(of: try ImageNames(target, of: job), target: target, overwrites: overwrites)
    }

    /// Returns the sorted numbers of existing files that match the names, or throws an error if the files must not be replaced.
    private static func existingNumbers(of names: ImageNames, target: FilePath, overwrites: Bool) throws -> [Int] {
        let isThere = FileStatus(FilePath(target.directory)) != nil
        guard isThere || errno == ENOENT else { throw ExportError.cannotWrite(target, errno: errno) }
        // A missing folder is created, but its parent must exist.
        let folder = isThere ? target.directory : FilePath(target.directory).directory
        // The longest name is the last one or, with a minus sign, the first one.
        for number in [names.numbers.lowerBound, names.numbers.upperBound - 1] {
            let file = FilePath(folder).appending(names.name(of: number))
            guard file.isTaken || errno == ENOENT else { throw ExportError.cannotWrite(target, errno: errno) }
        }
        guard isThere else {
            try AtomicFile.checkFolder(folder, for: target)
            return []
        }
        let present = try FileSystemError.about(target, FolderListing(FilePath(target.directory)).names)
        let existing = present.compactMap(names.number(of:)).sorted()
        if let number = existing.first, !overwrites { throw ExportError.outputExists(names.path(of: number)) }
        try AtomicFile.checkFolder(folder, for: target)
        return existing
    }

    deinit { discard() }

    /// Removes the hidden folder immediately, since the process may end before the last reference is released.
    func discard() { batch.discard() }

    /// Compresses a picture once, and writes it to the file of each frame that shows it.
    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        let bytes = try job.compressed(picture.color)
        for frame in picture.frames {
            try FileSystemError.about(target, OpenFile.write(bytes, toNewFile: FilePath(hiddenPath(of: frame))))
        }
        return { _ in }
    }

    /// Uses a complete file for the frame at a zero-based index. The file is hard-linked or, if that fails, copied.
    func take(_ file: FilePath, as frame: Int) throws {
        let path = hiddenPath(of: frame)
        if link(file.string, path) == 0 { return }
        let source = open(file.string, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw ExportError.segments(.unreadable(FileSystemError(file, errno: errno))) }
        defer { close(source) }
        try wrapping(OpenFile.copy(source, of: file, toNewFile: FilePath(path))) { error in
            error.path == file ? ExportError.segments(.unreadable(error)) : .cannotWrite(target, errno: error.errno)
        }
    }

    func finish() async throws -> OutputReceipt {
        try await check()
        let byteCount = byteCount
        guard !Task.isCancelled else { throw ExportError.cancelled }
        try batch.publish(replaces: overwrites)
        return OutputReceipt(byteCount: byteCount, frameCount: job.frameCount, leftover: leftover)
    }

    var byteCount: Int {
        (0..<job.frameCount).reduce(0) { $0 + (FileStatus(FilePath(hiddenPath(of: $1)))?.byteCount ?? 0) }
    }

    func decoded(areDeep: Bool) -> any DecodedFrames {
        DecodedImages((0..<job.frameCount).map { FilePath(hiddenPath(of: $0)) }, of: job, areDeep: areDeep)
    }

    private func check() async throws {
        let paths = (0..<job.frameCount).map { FilePath(hiddenPath(of: $0)) }
        for (path, details) in zip(paths, try await ImageDetails.readAll(paths)) {
            guard case .success(let details) = details, details.header.size == job.size
            else { throw ExportError.readBack(reason: "\(path.lastComponent) is not the written image (\(job.size)).") }
            let space = job.request.storedColors.space.rawValue
            // A file in sRGB need not specify its colors, unless it is an OpenEXR file.
            let isUsual = job.request.standard == nil && job.codec != .openEXR
            let stated = details.colorStatements.intersection([.iccProfile, .codingIndependent, .chromaticities])
            try verify(isUsual || !stated.isEmpty, "\(path.lastComponent) does not specify the color space \(space).")
        }
    }

    private func hiddenPath(of frame: Int) -> String {
        batch.path(of: names.name(of: names.numbers.lowerBound + frame)).string
    }
}

private struct ImageNames {
    let numbers: Range<Int>
    private let target: FilePath
    private let pattern: FramePattern?

    /// Reads the file names that a target specifies.
    /// - Throws: ``ExportError`` if there are multiple frames and the target has no placeholder for their numbers.
    init(_ target: FilePath, of job: EncodingJob) throws {
        let (start, count) = (job.firstNumber, job.frameCount)
        (numbers, self.target) = (start..<start + count, target)
        let reason: Explanation
        let remedy = Remedy.set(.output, to: "frame.####.\(target.ending)")
        do throws(FramePatternError) {
            let pattern = try FramePattern(parsing: target.string)
            self.pattern = pattern
            if pattern.frames == nil { return }
            reason =
                "\(setting: .output) \(target): the files are numbered from \(start). Omit the range: "
                + "\(remedy: remedy). To begin with a different number, use \(remedy: .set(.startNumber, to: "1001"))."
        } catch {
            pattern = nil
            if error.reason != .noPadding {
                reason = "\(setting: .output) \(error)"
            } else if count > 1 {
                reason =
                    "\(target): \(count) frames need a frame number in the name. Write \(remedy: remedy), or write all "
                    + "frames into one animated image: \(remedy: .choose(format: "apng")), or onto one sheet, a "
                    + ".png: \(remedy: .set(.format, to: "sheet")) or \(remedy: .set(.format, to: "contact"))."
            } else if job.settings.startNumber != nil {
                reason =
                    "\(setting: .startNumber): \(target) has no place for a number. Omit "
                    + "\(remedy: .omit(.startNumber)), or write \(remedy: remedy)."
            } else {
                return
            }
        }
        throw ExportError.unencodable(reason: reason)
    }

    func name(of number: Int) -> String { path(of: number).lastComponent }
    func path(of number: Int) -> FilePath { pattern?.path(of: number) ?? target }

    func number(of name: String) -> Int? {
        guard let pattern else { return target.lastComponent == name ? numbers.lowerBound : nil }
        return pattern.match(name)?.number
    }
}

extension Setting { static let startNumber = Setting(rawValue: "start-number") }

extension CheckedSequence {
    /// The number of the first frame, or `nil` if the frame numbers are not consecutive, or are positions in a file.
    var firstNumber: Int? {
        let frames = self.frames.frames
        guard let first = frames.first?.number, first.magnitude < 1_000_000_000, self.playedFrameCount == frames.count,
            zip(frames, first...).allSatisfy({ $0.number == $1 }),
            frames.contains(where: { $0.number != $0.path?.picture })
        else { return nil }
        return first
    }
}

extension ExportSettings {
    func checkStartNumber() throws {
        guard let startNumber else { return }
        guard encoding.format.isNumbered else {
            throw ExportError.unencodable(
                reason: "\(setting: .startNumber): only numbered images have numbers. Omit "
                    + "\(remedy: .omit(.startNumber)), or use \(OutputFormat.numberedPNG.offer)."
            )
        }
        // Longer numbers are times or dates.
        guard (-999_999_999...999_999_999).contains(startNumber) else {
            throw ExportError.unencodable(
                reason: "\(setting: .startNumber) \("\(startNumber)"): use a number of at most nine digits."
            )
        }
    }
}
