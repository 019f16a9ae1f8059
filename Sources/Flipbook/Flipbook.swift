// All of the library by one import. Depend on a product of its own for a part alone.
@_exported public import FlipbookCore
@_exported public import FlipbookExport
@_exported public import FlipbookFiles
@_exported public import FlipbookImaging
@_exported public import FlipbookLint
@_exported public import FlipbookManifest
@_exported public import FlipbookMedia
@_exported public import FlipbookPlay
@_exported public import FlipbookRender
@_exported public import FlipbookScene
@_exported public import FlipbookSequences
