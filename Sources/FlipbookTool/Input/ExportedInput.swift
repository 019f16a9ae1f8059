import FlipbookCore
import FlipbookExport
import FlipbookMedia

extension SequenceInput {
    /// How the command ends that did not get its output: a setting is called by the option, or by the place in the
    /// manifest, that set it.
    func failure(_ error: ExportError) -> Failure {
        if case .sequence(.setting(let fault)) = error {
            return Failure(message: sentence(fault), status: error.ending)
        }
        return Failure(error)
    }
}
