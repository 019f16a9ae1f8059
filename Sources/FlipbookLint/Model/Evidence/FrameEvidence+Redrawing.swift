package import FlipbookCore
import FlipbookImaging

extension FrameEvidence {
    /// Why the picture cannot be rewritten without a loss, by its header, a fragment; `nil` where it can.
    package var redrawingObstacle: String? {
        if path.picture != nil { return "it is one of several pictures in a file" }
        guard let details else { return "its header cannot be read" }
        let header = details.header
        if header.format != .png { return "it is \(header.format.noun), and Flipbook writes PNG; use another program" }
        if header.bitDepth > 8 { return "it has \(header.bitDepth) bits a channel, and would be written with 8" }
        if details.isAnimated { return "it is an animation by itself, of which one picture would be left" }
        if details.orientation != 1 { return "its EXIF turns it, and the new picture would be turned once more" }
        if case .gamma(let gamma) = header.colorTag, !(43_300...47_500).contains(gamma) {
            return "its numbers have another gamma than sRGB's, and would be changed"
        }
        if header.colorModel == .gray, details.colorStatements.contains(.iccProfile) {
            return "its profile is for gray, and it would be written as RGB"
        }
        return nil
    }
}

extension Fix.Operation {
    /// The pictures that it rewrites; `nil` for one that writes none.
    package var redrawnFiles: [FilePath]? {
        switch self {
        case .place(let files, _), .resample(let files, _), .dropAlpha(let files): files
        case .rename, .renumber, .hold: nil
        }
    }
}
