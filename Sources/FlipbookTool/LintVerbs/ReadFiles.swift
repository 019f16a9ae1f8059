import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FlipbookCommandLine

/// The files that a lint has read: no report may take the place of one.
struct ReadFiles {
    private let inputs: [String]
    private let targets: LintTargets
    private let others: [String]

    /// What was read of some inputs.
    /// - Parameter others: other files that were read.
    init(_ inputs: [String], _ targets: LintTargets, others: [String]) {
        (self.inputs, self.targets, self.others) = (inputs, targets, others)
    }

    /// The files. They are many, and mostly no report goes to a file: nothing is kept of them.
    private var paths: [FilePath] {
        let folders = targets.groups.flatMap(\.folders)
        return inputs.filter { !FilePath($0).isFolder }.map { FilePath($0) } + targets.manifests
            + folders.flatMap(\.sources) + folders.flatMap(\.imageSets).map(\.contents)
            + targets.groups.compactMap(\.configuration.file) + others.map { FilePath($0) }
    }

    /// Refuses a file that was read, and every configuration.
    /// - Parameter option: the option that names the file.
    /// - Throws: ``Failure``.
    func check(_ file: FilePath, of option: String) throws(Failure) {
        guard let real = file.resolved else { return }
        let names = Set([file, real].map { FilePath($0.lastComponent) })
        let same = paths.filter { names.contains(FilePath($0.lastComponent)) }
        let isConfiguration = real.lastComponent.utf8.elementsEqual(LintConfiguration.fileName.utf8)
        guard isConfiguration || same.contains(where: { $0.resolved == real }) else { return }
        throw Failure.usage(
            "\(option) \(file): \(isConfiguration ? "a configuration" : "one of the files that are read"), "
                + "which this would replace. Choose another name."
        )
    }
}
