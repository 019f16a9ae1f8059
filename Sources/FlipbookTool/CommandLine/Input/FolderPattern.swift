package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import Glibc

package struct FolderPattern {
    package let pattern, sentence: String

    /// Finds the sequence in a folder. Returns `nil` if the argument is not a folder.
    /// - Throws: An error if the folder contains no sequence or multiple sequences. The error lists multiple sequences.
    package init?(_ argument: String, idiom: UserInterfaceIdiom?) throws {
        guard !argument.isEmpty, !argument.utf8.contains(0) else { return nil }
        let folder = FilePath(argument)
        do {
            let names = try Self.names(in: folder)
            // Throws the same errors as other verbs.
            let options = Resolution.Options(mismatch: .fit, naming: .chosen, idiom: idiom)
            let list = try Resolution.directory(argument, names: names, options: options)
            let grouping = FileSequence.grouping(names: names, idiom: idiom)
            guard let sequence = grouping.animations.max(by: { $0.files.count < $1.files.count })
            else { throw Failure.usage("\(folder): only one image, so there is no pattern.") }
            let own = sequence.with(folder: folder).pattern
            pattern = list.subframes.map { own.directory + $0.pattern } ?? own.description
        } catch let error as FileSystemError where error.isAbsence || error.errno == ENAMETOOLONG {
            // The argument may be a pattern if the folder does not exist.
            return nil
        } catch ResolutionError.noImages(_, let others, _) {
            let folders = (try? FolderListing(folder))?.shownFolders.map { "\($0.string.quotedForShell)/" } ?? []
            guard !folders.isEmpty else { throw ResolutionError.noImages(folder: folder, otherFiles: others) }
            // This verb has no -r.
            let words = "no images here, but \(folders.count.of("folder")): \(folders.listed(atMost: 3))"
            throw Failure.environment("\(folder): \(words). Specify one of them.")
        }
        sentence = "\(folder): one sequence, \(FilePath(pattern))."
    }

    package static func names(in folder: FilePath) throws -> [String] {
        try ArchivedPictures(folder)?.names.pictures ?? FolderListing(folder).names
    }
}
