package import ArgumentParser

/// The pictures of a sprite sheet that an input means.
package struct SheetCutOptions: ParsableArguments {
    package init() {}

    @Option(
        "<columns>x<rows> Cut a sprite sheet into equal cells, row by row; 8x4,30 takes the first 30.",
        transform: { text in
            guard let grid = SheetGrid(text) else {
                throw ValidationError(
                    "give the columns and rows of the sheet, such as 8x4, or 8x4,30 for the first 30 of its 32 pictures."
                )
            }
            return grid
        }
    )
    package var grid: SheetGrid?

    @Option("<name> Take the part of a sprite sheet that has this name.") var tag: String?

    package var name: String? { grid != nil ? "--grid" : tag != nil ? "--tag" : nil }
}
