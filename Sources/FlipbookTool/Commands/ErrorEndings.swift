import FlipbookCore
package import FlipbookExport
package import FlipbookCommandLine

extension ExportError: EndingError { package var ending: ExitStatus { kind.ending } }
extension EncodingError: EndingError { package var ending: ExitStatus { .usage } }
