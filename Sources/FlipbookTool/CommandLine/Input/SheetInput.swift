package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
import FlipbookManifest
import FlipbookSequences

/// A sprite sheet as an input: its list, its picture in the same folder as the list, the folder itself, or a picture with
/// `--grid`.
package struct SheetInput {
    let path: FilePath
    package let frames: FrameList
    package let cut: SheetCut

    var codecs: ImageCodecs { ImageCodecs.standard.cutting(cut) }

    /// Returns `nil` if neither the inputs nor the options specify a sprite sheet.
    package init?(_ inputs: [String], _ options: SheetCutOptions, allowedFolders: [FilePath] = []) throws {
        guard inputs.count == 1, let argument = inputs.first, !argument.utf8.contains(0) else {
            if let name = options.name { throw Failure.usage("\(name) requires a single input. Specify one sheet.") }
            return nil
        }
        let path = FilePath(argument)
        if let grid = options.grid {
            self.path = path
            cut = grid.cut(spacing: options.spacing ?? 0, margin: options.margin ?? 0)
            frames = try Self.cells(of: path, grid, cut)
            return
        }
        guard let sheet = try Self.sheet(at: path, allowedFolders: allowedFolders) else {
            if options.tag != nil {
                throw Failure.usage(
                    "--tag: \(path) has no list of frames. Specify the sheet's .json file, or omit --tag."
                )
            }
            return nil
        }
        (self.path, cut) = (sheet.path, sheet.cut)
        guard let name = options.tag else {
            frames = sheet.frames
            return
        }
        guard let tag = sheet.tags.first(where: { $0.name == name }) else {
            if let fault = sheet.tagFaults.first(where: { $0.name == name })?.fault {
                throw Failure.usage("--tag: \(ManifestError(file: sheet.path, faults: [fault]).sentence)")
            }
            let names = sheet.tags.map(\.name.escapingControlCharacters).joined(separator: ", ")
            throw Failure.usage(
                "--tag \(name.escapingControlCharacters): \(sheet.path) has "
                    + (names.isEmpty ? "no tags. Omit --tag." : "the tags \(names). Use one of them.")
            )
        }
        frames = sheet.frames(of: tag)
    }

    /// Returns the sheet of a file, or of a folder with a sheet and no numbered frames, or `nil` for any other input.
    static func sheet(at path: FilePath, allowedFolders: [FilePath] = []) throws -> SpriteSheetFile? {
        guard let names = try? FolderListing(path).names
        else { return try SpriteSheetFile(at: path, allowedFolders: allowedFolders) }
        guard FileSequence.grouping(names: names).animations.isEmpty else { return nil }
        let sheets = try SpriteSheetFile.all(in: path)
        guard sheets.count > 1 else { return try sheets.first?.sheet.get() }
        throw SequenceLocatorError.severalFiles(folder: path, sheets.map(\.list))
    }

    private static func cells(of path: FilePath, _ grid: SheetGrid, _ cut: SheetCut) throws -> FrameList {
        guard FileStatus(path)?.kind != .folder
        else { throw Failure.usage("--grid: \(path) is a folder. Specify the sheet itself, such as sheet.png.") }
        let header: ImageHeader
        do { header = try ImageHeader.read(contentsOf: path) } catch {
            throw Failure.environment("--grid: \(path): \(error.sentence)")
        }
        guard !header.holdsSeveralPictures
        else { throw Failure.usage("--grid: \(path) already contains multiple pictures. Omit --grid.") }
        guard cut.divides(header.size) else {
            throw Failure.usage(
                "--grid \(grid.columns)x\(grid.rows): \(path) is \(header.size), which this grid does not divide evenly. If "
                    + "the cells have gaps, add --spacing; if the sheet has a border, add --margin."
            )
        }
        guard let frames = FrameList(picturesOf: path, codecs: .standard.cutting(cut))
        else { throw Failure.usage("--grid: \(path) is not a picture.") }
        return frames
    }
}

package struct SheetGrid {
    let columns, rows, count: Int

    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, parts.count <= 2, let columns = Int(sides[0]), let rows = Int(sides[1])
        else { return nil }
        let count = parts.count == 2 ? Int(parts[1]) : nil
        guard parts.count == 1 || count != nil, SheetCut(columns: columns, rows: rows, count: count) != nil
        else { return nil }
        (self.columns, self.rows, self.count) = (columns, rows, count ?? columns * rows)
    }

    func cut(spacing: Int, margin: Int) -> SheetCut {
        guard let cut = SheetCut(columns: columns, rows: rows, count: count, spacing: spacing, margin: margin)
        else { preconditionFailure("the numbers must have been checked during parsing") }
        return cut
    }
}
