public import FlipbookCore

/// A picture over every frame: a watermark, a border, a title.
public struct Overlay: Hashable, Sendable {
    /// The picture's file.
    public var image: FilePath
    /// The position on the canvas (default bottom right).
    public var position: ContentMode
    /// The opacity, 0 to 1.
    public var alpha: Double
    /// The distance from the edges of the canvas, in points.
    public var inset: Double

    /// A Boolean value that indicates whether the picture is clipped to the canvas inside the insets (default `false`).
    public var clipsToBounds = false

    /// The maximum ``inset`` in points.
    public static let largestInset = 16_384.0

    /// Creates an overlay.
    public init(image: FilePath, position: ContentMode = .bottomRight, alpha: Double = 1, inset: Double = 0) {
        (self.image, self.position, self.alpha, self.inset) = (image, position, alpha, inset)
    }

    /// The view that shows `image` on a canvas of `size` points.
    public func view(showing image: Image, on size: Size) -> ImageView {
        var view = ImageView(image: image)
        // A picture that is not scaled keeps its distance only from the edges that it is aligned with.
        let (across, down) = position.alignment
        let ((left, right), (top, bottom)) = (insets(across), insets(down))
        view.frame = Rect(x: left, y: top, width: size.width - left - right, height: size.height - top - bottom)
        // Placement uses the alignment rectangle, so the insets around it can extend beyond the frame.
        let beyond = image.alignmentRectInsets
        if !position.isResizing {
            view.center.x += beyond.right * across - beyond.left * (1 - across)
            view.center.y += beyond.bottom * down - beyond.top * (1 - down)
        }
        (view.contentMode, view.alpha, view.clipsToBounds) = (position, alpha, clipsToBounds)
        return view
    }

    /// The insets at both ends of an axis for an alignment of 0, 0.5 or 1.
    private func insets(_ place: Double) -> (Double, Double) {
        guard !position.isResizing, !clipsToBounds else { return (inset, inset) }
        return (place == 0 ? inset : 0, place == 1 ? inset : 0)
    }

    /// Parses an overlay: a file, then a position, `alpha=` and `inset=` in any order, separated by commas, such as
    /// `logo@2x.png,bottomRight,alpha=0.5,inset=8`. The file name may contain commas.
    /// - Throws: `ParsingError` with the invalid part.
    public init(parsing text: String) throws(ParsingError) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        self.init(image: FilePath(""))
        var seen: Set<String> = []
        while parts.count > 1, let last = parts.last, let key = Self.key(of: last) {
            guard seen.insert(key).inserted
            else { throw ParsingError(last, "overlay.text", "is followed by another \(key); use only one of them.") }
            try take(last, key: key)
            parts.removeLast()
        }
        let name = parts.joined(separator: ",")
        guard !name.isEmpty, !name.utf8.contains(0)
        else { throw ParsingError(text, "overlay.text", "has no file; write FILE,POSITION,alpha=A,inset=POINTS.") }
        image = FilePath(name)
    }

    /// The option that a part sets, or `nil` if the part belongs to the file name.
    private static func key(of part: String) -> String? {
        // A word without a dot is unlikely to be the end of a file name.
        if !part.isEmpty, part.utf8.allSatisfy({ $0.isLetter }) { return "position" }
        guard let equals = part.firstIndex(of: "=") else { return nil }
        let key = String(part[..<equals])
        // Anything of this form is treated as an option. Otherwise a misspelled option would be reported as a missing file.
        return key.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ? key : nil
    }

    private mutating func take(_ part: String, key: String) throws(ParsingError) {
        let value = String(part.drop { $0 != "=" }.dropFirst())
        switch key {
        case "position": position = try ManifestForm<ContentMode>.contentMode.parse?(part) ?? position
        case "alpha": alpha = try ManifestForm<Double>.alpha.parse?(value) ?? alpha
        case "inset": inset = try ManifestForm<Double>.inset.parse?(value) ?? inset
        default: throw ParsingError(part, "overlay.text", "is not an option; write a position, alpha= or inset=.")
        }
    }

    package static let fields: [ManifestField<Overlay>] = [
        .init("image", \.image, .file, default: nil),
        .init("position", \.position, .contentMode, default: .bottomRight),
        .init("alpha", \.alpha, .alpha, default: 1), .init("clipsToBounds", \.clipsToBounds, .flag, default: false),
        .init("inset", \.inset, .inset, default: 0),
    ]
}
