import ArgumentParser
import FlipbookCore

/// The kind of device whose pictures are taken: the same words in every verb that looks for frames.
struct IdiomOption: ParsableArguments {
    @Option(help: "Take the frames that are drawn for one kind of device (~iphone, ~ipad) where there are any.")
    var idiom: UserInterfaceIdiom?
}
