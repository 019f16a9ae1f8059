import FlipbookCore
package import FlipbookExport
package import FlipbookLint
package import FlipbookPlay

extension ExportError: EndingError { package var ending: ExitStatus { kind.ending } }
extension PlaybackError: EndingError { package var ending: ExitStatus { kind.ending } }
extension EncodingError: EndingError { package var ending: ExitStatus { .usage } }
extension RuleSelectorError: EndingError { package var ending: ExitStatus { .usage } }
