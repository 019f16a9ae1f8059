// One import for the whole library. To use only a part of it, depend on that part's product.
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
