import FlipbookCommandLine
import FlipbookExport

extension SequenceInput {
    /// The end of a command that did not get its output.
    func failure(_ error: ExportError) -> Failure {
        failure(error, error.kind, about: error.settingFault)
    }
}
