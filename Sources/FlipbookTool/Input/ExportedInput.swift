import FlipbookCommandLine
import FlipbookExport

extension SequenceInput {
    func failure(_ error: ExportError) -> Failure { failure(error, error.kind, about: error.settingFault) }

    /// Runs a part of an export, cancelled by signals, and tells its failure by the options of this input.
    func cancelling<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        do { return try await Interruption.cancelling(operation) } catch let error as ExportError {
            throw failure(error)
        }
    }
}
