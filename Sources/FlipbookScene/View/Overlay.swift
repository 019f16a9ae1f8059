public import FlipbookCore

/// A picture that lies over every frame: a watermark, a frame around it, a title.
public struct Overlay: Hashable, Sendable {
    /// The file of the picture.
    public var image: FilePath
    /// The place where it lies, as `ContentMode` places a picture on the canvas; in the lower right corner by default.
    public var position: ContentMode
    /// The opacity, 0 to 1.
    public var alpha: Double
    /// The distance that it keeps from the edges of the canvas, in points.
    public var inset: Double

    /// A Boolean value that cuts off a picture larger than the canvas without the insets; `false` by default.
    public var clipsToBounds = false

    /// The largest ``inset``, in points.
    public static let largestInset = 16_384.0

    /// An overlay from its parts.
    public init(image: FilePath, position: ContentMode = .bottomRight, alpha: Double = 1, inset: Double = 0) {
        (self.image, self.position, self.alpha, self.inset) = (image, position, alpha, inset)
    }

    /// The view that shows `image` on a canvas of `size` points.
    public func view(showing image: Image, on size: Size) -> ImageView {
        var view = ImageView(image: image)
        // A picture that is only placed keeps away from the sides that it is placed at: the others are no matter.
        let (across, down) = position.alignment
        let ((left, right), (top, bottom)) = (insets(across), insets(down))
        view.frame = Rect(x: left, y: top, width: size.width - left - right, height: size.height - top - bottom)
        // What does not count of the picture's edges reaches beyond the place where the rest is.
        let beyond = image.alignmentRectInsets
        if !position.isResizing {
            view.center.x += beyond.right * across - beyond.left * (1 - across)
            view.center.y += beyond.bottom * down - beyond.top * (1 - down)
        }
        view.contentMode = position
        view.alpha = alpha
        view.clipsToBounds = clipsToBounds
        return view
    }

    /// The room at both ends of an axis for a place on it: 0, a half or 1.
    private func insets(_ place: Double) -> (Double, Double) {
        guard !position.isResizing, !clipsToBounds else { return (inset, inset) }
        return (place == 0 ? inset : 0, place == 1 ? inset : 0)
    }
}

extension Overlay {
    /// The overlay that `text` says: a file, then in any order a position, `alpha=` and `inset=`, with commas between.
    ///
    /// `logo.png`, `logo.png,topLeft`, `logo@2x.png,bottomRight,alpha=0.5,inset=8`. A comma may be part of the file's
    /// name unless what follows reads as one of these.
    /// - Throws: `ParsingError` with the part that is wrong.
    public init(parsing text: String) throws(ParsingError) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        self.init(image: FilePath(""))
        var seen: Set<String> = []
        while parts.count > 1, let last = parts.last, let key = Self.key(of: last) {
            guard seen.insert(key).inserted else {
                throw ParsingError(last, "overlay.text", "is followed by another \(key); write one of them.")
            }
            try take(last, key: key)
            parts.removeLast()
        }
        let name = parts.joined(separator: ",")
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw ParsingError(text, "overlay.text", "has no file; write FILE,POSITION,alpha=A,inset=POINTS.")
        }
        image = FilePath(name)
    }

    /// The key that a part of the text is about, or `nil` if it belongs to the file's name.
    private static func key(of part: String) -> String? {
        // A word without a dot is hardly the end of a picture's name.
        if !part.isEmpty, part.utf8.allSatisfy({ $0.isLetter }) { return "position" }
        guard let equals = part.firstIndex(of: "=") else { return nil }
        let key = String(part[..<equals])
        // What has the form of an option is taken for one, so that a slip in its name is no missing file.
        return key.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ? key : nil
    }

    private mutating func take(_ part: String, key: String) throws(ParsingError) {
        let value = String(part.drop { $0 != "=" }.dropFirst())
        switch key {
        case "position": position = try ManifestForm.contentMode.parse?(part) ?? position
        case "alpha": alpha = try ManifestForm.alpha.parse?(value) ?? alpha
        case "inset": inset = try ManifestForm.inset.parse?(value) ?? inset
        default: throw ParsingError(part, "overlay.text", "is no option; write a position, alpha= or inset=.")
        }
    }
}
