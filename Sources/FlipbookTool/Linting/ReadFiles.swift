import FlipbookCore
import FlipbookImaging
import FlipbookLint
import Glibc

/// The files that a lint has read: no report may take the place of one.
struct ReadFiles {
    /// The files, by the last part of their names.
    private let files: [String: [FilePath]]

    /// What was read of some inputs.
    /// - Parameter others: other files that were read.
    init(_ inputs: [String], _ targets: LintTargets, others: [String]) {
        let folders = targets.groups.flatMap(\.folders)
        let paths =
            inputs.filter { !LintTargets.isFolder($0) }.map { FilePath($0) } + targets.manifests
            + folders.flatMap(\.paths) + folders.flatMap(\.imageSets).map(\.contents)
            + targets.groups.compactMap(\.configuration.file) + others.map { FilePath($0) }
        files = Dictionary(grouping: paths, by: \.lastComponent)
    }

    /// Refuses a file that was read, and every configuration.
    /// - Parameter option: the option that names the file.
    /// - Throws: ``Failure``.
    func check(_ file: FilePath, of option: String) throws(Failure) {
        guard let real = OverlappingInputs.resolved(file) else { return }
        let same = [file, real].flatMap { files[$0.lastComponent] ?? [] }
        let isConfiguration = real.lastComponent.utf8.elementsEqual(LintConfiguration.fileName.utf8)
        guard isConfiguration || same.contains(where: { OverlappingInputs.resolved($0) == real }) else { return }
        throw Failure(
            message: "\(option) \(file): \(isConfiguration ? "a configuration" : "one of the files that are read"), "
                + "which this would replace. Choose another name.",
            status: .usage
        )
    }
}
