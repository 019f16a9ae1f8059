import FlipbookCore
import FlipbookManifest
import FlipbookScene

struct CatalogImage {
    let folder: ImageSetFolder
    let image: Image

    /// Finds the picture of an image set. Returns `nil` unless the only input is an image set.
    init?(_ options: SequenceOptions) throws {
        guard options.input.count == 1, let argument = options.input.first, !argument.utf8.contains(0)
        else { return nil }
        guard let folder = try ImageSetFolder(at: FilePath(argument)) else { return nil }
        self.folder = folder
        let traits = ImageSet.Traits(
            scale: options.scale?.variant ?? 1,
            idiom: options.screen.idiom,
            languages: options.languages,
            appearances: options.appearance.map { ["luminosity": $0.rawValue] } ?? [:]
        )
        image = try folder.image(for: traits)
    }

    /// The picture as a sequence of one frame. The settings contain the picture's drawing properties, so that options can
    /// replace them.
    var frames: FrameList {
        let plain = Image(source: image.source, scale: image.scale)
        return FrameList(name: folder.path.description, frames: [Frame(plain)])
    }

    var position: ManifestNode.Position {
        let name = image.path?.lastComponent
        return folder.set.variants.first { $0.filename == name }?.position ?? ManifestNode.Position(line: 1, column: 1)
    }

    var isMirrored: Bool { image.imageOrientation == .upMirrored }
    var resizing: ImageResizing? { isMirrored ? image.resizing?.mirrored(of: .zero) : image.resizing }
    var tintColor: Color? { image.stencilColor(in: ImageView.defaultTintColor) }

    func notes(tint: Color?) -> [String] {
        guard tint == nil, let tintColor else { return [] }
        return ["\(folder.path): the image is a template, drawn in \(tintColor). Change the color with --tint."]
    }
}

extension ImageSetFolderError: EndingError {
    var ending: ExitStatus {
        switch self {
        case .contents(let error): error.ending
        case .noSet, .otherName: .environment
        case .severalSets: .usage
        case .noVariant: .incomplete
        }
    }
}
