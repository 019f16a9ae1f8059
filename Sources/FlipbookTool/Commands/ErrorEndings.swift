import FlipbookCore
package import FlipbookExport

extension ExportError: EndingError { package var ending: ExitStatus { kind.ending } }
extension EncodingError: EndingError { package var ending: ExitStatus { .usage } }
