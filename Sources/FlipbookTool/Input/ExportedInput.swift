import FlipbookCommandLine
import FlipbookExport

extension SequenceInput {
    func failure(_ error: ExportError) -> Failure {
        failure(error, error.kind, about: error.settingFault)
    }
}
