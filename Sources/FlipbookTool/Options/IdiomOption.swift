import ArgumentParser
import FlipbookCore

/// The kind of device whose pictures are taken: the same words in every verb that looks for frames.
struct IdiomOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Prefer the frames drawn for one kind of device (~iphone, ~ipad).", valueName: "kind")
    )
    var idiom: UserInterfaceIdiom?
}
