/// A key of a sequence manifest, by the name that UIKit has for it where there is one.
public enum ManifestKey: String, CaseIterable, Sendable {
    /// The JSON Schema that an editor checks the file with; not read.
    case schema = "$schema"
    /// The version of the format: 1.
    case version
    /// What the sequence is called.
    case title
    /// What it shows, for people.
    case description
    /// The frames: a pattern, a list of files, or a list of ``ManifestEntryKey`` mappings.
    case animationImages
    /// How long one cycle lasts; 0 for 1/30 s a frame.
    case animationDuration
    /// How many cycles; 0 for ever.
    case animationRepeatCount
    /// Frames per second.
    case frameRate
    /// The picture that is shown while nothing animates.
    case image
    /// Which picture replaces ``image`` while highlighted.
    case highlightedImage
    /// Which frames replace ``animationImages`` while highlighted.
    case highlightedAnimationImages
    /// How a picture of another size is placed.
    case contentMode
    /// Whether the highlighted pictures are shown.
    case isHighlighted
    /// The parts of a picture that are not stretched.
    case capInsets
    /// How what lies between the caps fills its room.
    case resizingMode
    /// The left cap in points of pictures that one column stretches of, UIKit's former way.
    case leftCapWidth
    /// The upper cap in points of pictures that one row stretches of, UIKit's former way.
    case topCapHeight
    /// The part of each picture that stretches, in fractions of its size, UIKit's former way.
    case contentStretch
    /// How pictures are turned and mirrored.
    case orientation
    /// Whether pictures are mirrored where text runs from right to left.
    case flipsForRightToLeftLayoutDirection
    /// Which way the view runs.
    case semanticContentAttribute
    /// How a picture is drawn at another size.
    case filter
    /// What becomes of edges inside pixels.
    case pixelPolicy
    /// Whether what is larger than the view is cut off; the canvas always does.
    case clipsToBounds
    /// Whether a player passes on touches.
    case isUserInteractionEnabled
    /// Whether nothing shows through.
    case isOpaque
    /// How much of the picture covers what is behind it, 0 to 1.
    case alpha
    /// What lies behind the pictures.
    case backgroundColor
    /// The colour of template pictures.
    case tintColor
    /// What lies over every frame: a list of files or of ``ManifestOverlayKey`` mappings.
    case overlays
    /// The canvas in pixels.
    case size
    /// Output pixels per point.
    case scale
    /// Whose way of writing the patterns follow.
    case dialect
    /// What to do about a missing number.
    case missing
    /// The most missing numbers in a row that are accepted.
    case maxGap
    /// What to do about a frame of another size or scale.
    case mismatch
}

/// A key that UIKit's image view has a property of, and that has no meaning here: passed over with a note.
public enum PassedOverManifestKey: String, CaseIterable, Sendable {
    /// How a symbol is drawn; there are symbols on Apple's systems only.
    case preferredSymbolConfiguration
    /// Whether the picture grows where a remote control points at it.
    case adjustsImageWhenAncestorFocused
    /// Whether that effect follows the picture's shape.
    case masksFocusEffectToContents

    /// What someone should know who wrote the key.
    public var note: String {
        switch self {
        case .preferredSymbolConfiguration:
            "\(rawValue): passed over, since there are symbol images on Apple's systems only (symbol.unsupported)"
        case .adjustsImageWhenAncestorFocused, .masksFocusEffectToContents:
            "\(rawValue): passed over, since nothing has the focus here"
        }
    }
}

/// A key of one frame in a list of frames.
public enum ManifestEntryKey: String, CaseIterable, Sendable {
    /// The file.
    case image
    /// How long the frame is shown.
    case duration
    /// For how many slots the frame is shown.
    case hold
}

/// A key of one overlay in a list of overlays.
public enum ManifestOverlayKey: String, CaseIterable, Sendable {
    /// The file.
    case image
    /// Where it lies, as a content mode.
    case position
    /// How much it covers what is beneath, 0 to 1.
    case alpha
    /// How far from the edges it stays, in points.
    case inset
    /// Whether what is larger than its place is cut off.
    case clipsToBounds
}

/// A key of a canvas size.
public enum ManifestSizeKey: String, CaseIterable, Sendable {
    /// Columns.
    case width
    /// Rows.
    case height
}

/// A key of a rectangle in fractions of a picture.
public enum ManifestUnitRectKey: String, CaseIterable, Sendable {
    /// The left edge, 0 to 1.
    case x
    /// The upper edge, 0 to 1.
    case y
    /// From the left edge to the right one.
    case width
    /// From the upper edge to the lower one.
    case height
}

/// A key of cap insets.
public enum ManifestInsetsKey: String, CaseIterable, Sendable {
    /// From the upper edge, in points.
    case top
    /// From the left edge, in points.
    case left
    /// From the lower edge, in points.
    case bottom
    /// From the right edge, in points.
    case right
}

/// The word among `words` that `text` was probably meant to be: the one with the fewest letters
/// to change, put in, leave out or swap, at most a third of them.
package func nearestWord(to text: String, among words: [String]) -> String? {
    let lowercased = text.lowercased()
    // UIKit's words are long; who leaves out their beginning means the one that ends so: aspectFit.
    let endings = words.filter { $0.lowercased().hasSuffix(lowercased) }
    if lowercased.utf8.count >= 4, endings.count == 1 { return endings[0] }
    let text = Array(lowercased.utf8.prefix(64))
    let distances = words.map { (word: $0, distance: editDistance(text, Array($0.lowercased().utf8))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= max(2, nearest.word.utf8.count / 3) && nearest.distance < text.count
        ? nearest.word : nil
}

/// How many letters have to be changed, put in, left out or swapped with their neighbour.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var row = [i + 1]
        row.reserveCapacity(right.count + 1)
        for (j, b) in right.enumerated() {
            var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a == b ? 0 : 1))
            if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[right.count]
}
