package import ArgumentParser
package import FlipbookCore

/// The kind of device whose pictures are taken: the same words in every verb that looks for frames.
package struct IdiomOption: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp("Prefer the frames drawn for one kind of device (~iphone, ~ipad).", valueName: "kind")
    )
    package var idiom: UserInterfaceIdiom?
}
