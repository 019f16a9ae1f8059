// A single import for the whole linter.
@_exported import FlipbookLintFixing
@_exported import FlipbookLintModel
@_exported import FlipbookLintReporting
@_exported import FlipbookLintRules
