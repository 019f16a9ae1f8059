import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FoundationEssentials

extension OutputFormat {
    /// A sprite sheet: all drawings on one PNG, and a list of their positions in the format of Aseprite and TexturePacker.
    public static let spriteSheet = OutputFormat(
        id: "sheet",
        noun: "a sprite sheet",
        namedExtensions: ["png"],
        kind: .sheet,
        codecs: [.png],
        metadataFields: [],
        clock: .unbounded,
        writer: SheetDestination<SpriteSheetMaker>.self
    )
}

struct SpriteSheetMaker: SheetMaker {
    private let job: EncodingJob

    init(_ job: EncodingJob) { self.job = job }

    static func companions(of target: FilePath) -> [FilePath] {
        [FilePath(target.directory).appending(list(beside: target))]
    }

    private static func list(beside target: FilePath) -> String {
        let name = target.lastComponent
        return name.dropLast(name.lowercased().hasSuffix(".png") ? 4 : 0) + ".json"
    }

    func prepare(_ picture: Picture) -> Picture { picture }

    func check(count: Int, distinctCount: Int, for target: FilePath) throws {
        // The trimmed size is known only at the end.
        guard job.settings.sheet.trims || distinctCount * job.size.area <= RenderTarget.largestArea
        else { throw tooLarge("more than \(RenderTarget.largestArea)") }
    }

    private func tooLarge(_ count: String) -> ExportError {
        let advice: Explanation = "Use fewer frames, or smaller ones with \(remedy: .set(.size))."
        let limit = "at most \(RenderTarget.largestArea) are supported"
        return .unencodable(reason: "The sheet would have \(count) pixels, but \(limit). " + advice)
    }

    private typealias Sprite = (picture: Picture, part: PixelRect)

    private func arranged(_ drawings: [OutputPicture]) -> (sprites: [Sprite], layout: SheetLayout, ofFrame: [Int]) {
        // Equal drawings share a position on the sheet.
        var sprites: [Sprite] = []
        var places: [ObjectIdentifier: Int] = [:]
        var spriteOfFrame = [Int](repeating: 0, count: job.frameCount)
        for drawing in drawings {
            let picture = ObjectIdentifier(drawing.color)
            let place = places[picture] ?? sprites.count
            if place == sprites.count {
                places[picture] = place
                let (trims, nothing) = (job.settings.sheet.trims, PixelRect(x: 0, y: 0, width: 1, height: 1))
                let part = trims ? drawing.color.visibleRect ?? nothing : PixelRect(job.size)
                sprites.append((drawing.color, part))
            }
            for frame in drawing.frames { spriteOfFrame[frame] = place }
        }
        return (sprites, layout(of: sprites), spriteOfFrame)
    }

    func parts(of drawings: [OutputPicture]) -> [SheetCut.Part] {
        let (sprites, layout, spriteOfFrame) = arranged(drawings)
        return spriteOfFrame.map { sprite in
            let (part, corner) = (sprites[sprite].part, layout.places[sprite])
            let rect = PixelRect(x: corner.x, y: corner.y, width: part.size.width, height: part.size.height)
            return SheetCut.Part(rect, size: job.size, x: part.x, y: part.y)
        }
    }

    func files(of drawings: [OutputPicture], for target: FilePath) throws -> [SheetFile] {
        let (sprites, layout, spriteOfFrame) = arranged(drawings)
        guard layout.size.width <= 1 << 16, layout.size.area <= RenderTarget.largestArea
        else { throw tooLarge("\(layout.size)") }
        let parts = zip(sprites, layout.places).map { ($0.picture, $0.part, $1.x, $1.y) }
        let sheet = try Picture.assembled(of: parts, size: layout.size, format: job.pictures)
        let (level, name) = (job.levelOfPNG, target.lastComponent)
        let png = try PNGEncoder.file(of: sheet, named: "The sheet", opaque: !job.keepsAlpha, level: level)
        let list = try list(sprites, layout, spriteOfFrame, image: name)
        return [(name, png), (Self.list(beside: target), list)]
    }

    private func layout(of sprites: [Sprite]) -> SheetLayout {
        let (settings, padding) = (job.settings.sheet, job.settings.sheet.padding ?? 0)
        if !settings.trims {
            let grid = SheetLayout.grid(job.size, count: sprites.count, columns: settings.columns, padding: padding)
            return settings.isPowerOfTwo ? grid.inPowersOfTwo : grid
        }
        return .shelves(sprites.map(\.part.size), padding: padding, isPowerOfTwo: settings.isPowerOfTwo)
    }

    private func list(_ sprites: [Sprite], _ layout: SheetLayout, _ places: [Int], image: String) throws -> [UInt8] {
        var names: Set<String> = []
        let entries = places.enumerated().map { frame, place in
            let file = job.frames.frames[frame % job.frames.frames.count].path
            var name =
                file.map { file in file.picture.map { "\(file.lastComponent) \($0)" } ?? file.lastComponent }
                ?? "frame \(frame + 1)"
            if !names.insert(name).inserted { name += " #\(frame + 1)" }
            names.insert(name)
            let (part, corner) = (sprites[place].part, layout.places[place])
            return SpriteEntry(
                filename: name,
                frame: .init(PixelRect(x: corner.x, y: corner.y, width: part.size.width, height: part.size.height)),
                rotated: false,
                trimmed: part != PixelRect(job.size),
                spriteSourceSize: .init(part),
                sourceSize: .init(w: job.size.width, h: job.size.height),
                duration: Int(job.ticks(of: frame..<frame + 1, timescale: 1000))
            )
        }
        let meta = SpriteMeta(image: image, size: .init(w: layout.size.width, h: layout.size.height))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        switch job.settings.sheet.listing {
        case .array: return Array(try encoder.encode(SpriteList(frames: entries, meta: meta)))
        case .hash:
            let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.filename ?? "", $0.withoutName) })
            return Array(try encoder.encode(SpriteList(frames: byName, meta: meta)))
        }
    }
}

private struct SpriteList<Frames: Encodable>: Encodable {
    let frames: Frames
    let meta: SpriteMeta
}

private struct SpriteEntry: Encodable {
    var filename: String?
    let frame: Rect
    let rotated, trimmed: Bool
    let spriteSourceSize: Rect
    let sourceSize: Size
    let duration: Int

    var withoutName: SpriteEntry { changing(self) { $0.filename = nil } }

    struct Rect: Encodable {
        let x, y, w, h: Int

        init(_ rect: PixelRect) { (x, y, w, h) = (rect.x, rect.y, rect.size.width, rect.size.height) }
    }

    struct Size: Encodable { let w, h: Int }
}

private struct SpriteMeta: Encodable {
    let app = "Flipbook"
    let version = "1.0"
    let image: String
    let format = "RGBA8888"
    let size: SpriteEntry.Size
    let scale = "1"
}
