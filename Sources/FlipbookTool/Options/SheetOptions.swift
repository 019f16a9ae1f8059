import ArgumentParser
import FlipbookCommandLine
import FlipbookExport

struct SheetOptions: ParsableArguments {
    @Flag(help: "Trim the transparent edges of each sprite.") var trim = false
    @Flag(help: "Make a sprite sheet's width and height powers of two.") var powerOfTwo = false

    @Option(
        "<pixels> Width of the space between pictures on a sheet. (default: 0; 12 on a contact sheet)",
        parsing: .unconditional
    )
    var padding: Int?

    @Option(
        "<number> Pictures per row on a sheet. (default: enough for a nearly square sheet; 5 in a PDF)",
        parsing: .unconditional
    )
    var columns: Int?

    @Option("<type> Structure of the frame list in a sprite sheet's JSON.") var listing: SheetSettings.Listing = .array

    @Flag(help: "Limit a contact sheet to frames in which 'flipbook lint --deep' finds problems.") var flagged = false

    func validate() throws {
        if let padding, !(0...1024).contains(padding) {
            throw ValidationError("--padding \(padding): use 0 to 1024 pixels.")
        }
        if let columns, columns < 1 { throw ValidationError("--columns \(columns): use at least 1.") }
    }

    /// Returns the settings for sheets. Throws an error for options that none of the formats uses.
    func settings(for formats: [OutputFormat]) throws(Failure) -> SheetSettings {
        let given: [(String, Bool, [OutputFormat])] = [
            ("--trim", trim, [.spriteSheet]), ("--power-of-two", powerOfTwo, [.spriteSheet]),
            ("--listing", listing != .array, [.spriteSheet]),
            ("--padding", padding != nil, [.spriteSheet, .contactSheet]),
            ("--columns", columns != nil, [.spriteSheet, .contactSheet]),
            ("--flagged", flagged, [.contactSheet]),
        ]
        if let unused = given.first(where: { $0.1 && Set($0.2).isDisjoint(with: formats) }) {
            throw Failure.usage(
                "\(unused.0) is only for sheets. Omit it, or write a sheet with "
                    + unused.2.map { "--format \($0.id)" }.joined(separator: " or ") + "."
            )
        }
        if flagged, formats.contains(where: { $0.id != OutputFormat.contactSheet.id }) {
            throw Failure.usage("--flagged is only for contact sheets. Export the other files separately.")
        }
        if trim, columns != nil {
            throw Failure.usage("--columns: trimmed sprites are packed without columns. Omit --columns or --trim.")
        }
        var settings = SheetSettings()
        (settings.trims, settings.isPowerOfTwo, settings.padding) = (trim, powerOfTwo, padding)
        (settings.columns, settings.listing) = (columns, listing)
        settings.facts = PageHead.facts.map { SheetSettings.Fact($0.name, $0.value) }
        return settings
    }
}
