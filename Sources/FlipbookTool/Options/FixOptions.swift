import ArgumentParser
import FlipbookCore
import FlipbookLint

/// What `flipbook lint` does about its findings.
struct FixOptions: ParsableArguments {
    @Flag(
        help: "Fix what can be fixed safely, with --in-place or --fix-into. Follows the findings of the chosen rules."
    )
    var fix = false

    @Flag(help: "Show what --fix would do, and change nothing.")
    var diff = false

    @Flag(help: "Fix the folders themselves. A journal is kept in each, for --undo.")
    var inPlace = false

    @Option(help: ArgumentHelp("Leave the folder alone and write a fixed one.", valueName: "folder"))
    var fixInto: String?

    @Option(
        help: ArgumentHelp(
            "What becomes of frames of another size than most: fit (pad smaller ones, crop larger ones), pad (larger "
                + "ones are left) or crop (smaller ones are left).",
            valueName: "way"
        )
    )
    var fixSize: FixSettings.Sizing = .fit

    @Flag(help: "Undo the last fix of each folder that was made in place.")
    var undo = false

    /// Whether there is anything to do beyond linting.
    var areActive: Bool { fix || diff }

    func validate() throws {
        if undo, fix || diff || inPlace || fixInto != nil {
            throw ValidationError("--undo: leave the other options of a fix out.")
        }
        if inPlace, fixInto != nil { throw ValidationError("--in-place and --fix-into: give one of the two.") }
        if fix, !diff, !inPlace, fixInto == nil {
            throw ValidationError("--fix: say where: --in-place, or --fix-into FOLDER. To look first, use --diff.")
        }
        if !fix, !diff, inPlace || fixInto != nil {
            throw ValidationError("\(inPlace ? "--in-place" : "--fix-into"): add --fix, or --diff to look first.")
        }
        if let fixInto, fixInto.isEmpty || fixInto.utf8.contains(0) {
            throw ValidationError("--fix-into \"\(FilePath(fixInto))\": no folder can have this name.")
        }
    }
}
