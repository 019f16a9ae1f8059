package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import Glibc

/// The pattern of the one sequence in a folder, for a command that explains patterns.
package struct FolderPattern {
    package let pattern, sentence: String

    /// `nil` where the argument is no folder.
    /// - Throws: `Failure` for a folder without a sequence and for one with several, which it lists.
    package init?(_ argument: String, idiom: UserInterfaceIdiom?) throws {
        guard !argument.isEmpty, !argument.utf8.contains(0) else { return nil }
        let folder = FilePath(argument)
        do {
            let names = try Self.names(in: folder)
            // Says what is wrong as every verb does that takes a folder.
            let options = Resolution.Options(mismatch: .fit, naming: .chosen, idiom: idiom)
            _ = try Resolution.directory(argument, names: names, options: options)
            let grouping = FileSequence.grouping(names: names, idiom: idiom)
            guard let sequence = grouping.animations.max(by: { $0.files.count < $1.files.count }) else {
                throw Failure.usage("\(folder): one image and no sequence; there is no pattern in it.")
            }
            let whole = grouping.sequencesBesideSubframes.lazy.compactMap { sequence, names in
                SubframeSequence(sequence.files.map(\.name) + names)
            }.first
            let own = sequence.with(folder: folder).pattern
            pattern = whole.map { own.directory + $0.pattern } ?? own.description
        } catch let error as FileSystemError where error.isAbsence || error.errno == ENAMETOOLONG {
            // What is no folder is a pattern, and may well not be there.
            return nil
        }
        sentence = "\(folder): the folder holds one sequence, \(FilePath(pattern))."
    }

    /// The names of a folder, on a disk or in an archive.
    package static func names(in folder: FilePath) throws -> [String] {
        try ArchivedPictures(folder)?.names.pictures ?? FolderListing(folder).names
    }
}
