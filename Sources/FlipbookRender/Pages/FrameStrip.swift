package import FlipbookCore

package struct FrameStrip {
    package static let mostCells = 4000

    package var cells: [Cell] = []
    package var rate: FrameRate = .imageViewDefault

    /// The legend for the colors of the cells. If it is not empty, a bar above the player shows all cells at once.
    package var legend: [(words: String, color: String)] = []

    /// The names of the player's views, in the order of ``Cell/views``. An additional view wipes between the first two. The
    /// player begins with the second view or, if that has no picture, with the first one.
    package var views: [String] = []
    /// The minimum height of the player's pictures.
    package var height = 0
    /// The style of a grid of cells, as on a contact sheet. If empty, the cells are in a row.
    package var grid = ""

    package init() {}

    /// A frame, a gap, or a group of neighboring frames.
    package struct Cell {
        package let id, label: String
        /// The caption in the player, which screen readers also read.
        package let words: String
        /// The identifier of the section with larger pictures, if there is one.
        package var link: String?
        package var style = ""
        package var attributes = ""
        package var picture: PagePicture?
        package var ratio = 1.0
        package var absence = ""
        /// A Boolean value that indicates whether a picture exists but is not on the page.
        package var isUnseen = false
        package var note = ""
        /// The caption of the picture outside of the strip.
        package var caption = ""
        package var scale: Int?
        /// The color of the cell's upper edge and of its part of the bar.
        package var color: String?
        /// The missing frames, which the player shows one by one.
        package var gap: FrameRange?
        /// The number of frames for which the player shows the cell, or 0 for a variant of the previous frame.
        package var frameCount = 1
        /// The markup below the label.
        package var details = ""
        /// The contents of ``FrameStrip/views``. Each has a caption and the markup of a picture or of text. If the markup is
        /// empty, the view shows the cell's picture.
        package var views: [(caption: String, html: String)] = []

        package init(id: String, label: String, words: String) {
            (self.id, self.label, self.words, pictureID) = (id, label, words, id + "p")
        }

        /// Creates the cell of missing frames, or of a missing variant such as `4@2x`.
        package init(id: String, missing gap: FrameRange, variant: String = "") {
            let label = "\(FrameSet(gap))\(variant)"
            let words = "\(gap.count == 1 ? "frame \(label) is" : "frames \(label) are") missing"
            self.init(id: id, label: label, words: words)
            (style, absence, self.gap) = ("missing", "missing", variant.isEmpty ? gap : nil)
        }

        package var isFaulty: Bool { style.contains("error") || style.contains("warning") }

        /// The identifier of the picture, which may belong to another cell.
        package var pictureID: String

        package var placeholder: String {
            "<span class=\"none\(isUnseen ? " unseen" : "")\">\(absence.escapedForMarkup)</span>"
        }

        var length: Int { min(gap.map { FrameSet($0).count } ?? frameCount, FrameStrip.mostCells) }

        var html: String {
            let gap = gap.map { " data-first=\"\($0.first)\" data-step=\"\($0.step)\"" }
            let time = gap == nil && length == 1 ? "" : " data-length=\"\(length)\""
            let color = color.map { " style=\"border-top-color:\($0)\"" } ?? ""
            let name = words.escapedForMarkup
            let copy = pictureID == id + "p" ? nil : picture?.copy(of: pictureID, ratio: ratio)
            let shown = copy ?? picture?.html(id: pictureID, ratio: ratio)
            let kind = style.isEmpty ? "" : " class=\"\(style)\""
            return
                "<li id=\"\(id)\"\(kind)\(gap ?? "")\(time)\(attributes)\(color)><a href=\"#\(link ?? id)\" title=\"\(name)\" "
                + "aria-label=\"\(name)\">\(shown ?? placeholder)<span class=\"number\">\(label.escapedForMarkup)</span>"
                + (note.isEmpty ? "" : "<span class=\"level\">\(note.escapedForMarkup)</span>") + "\(details)</a>"
                + views.map { "<span hidden data-view=\"\($0.escapedForMarkup)\">\($1)</span>" }.joined() + "</li>\n"
        }
    }

    private var overview: String {
        var width = 0
        let marks = cells.map { cell in
            defer { width += cell.frameCount }
            return "<a href=\"#\(cell.id)\" tabindex=\"-1\"><rect style=\"fill:\(cell.color ?? "")\" "
                + "x=\"\(width)\" width=\"\(cell.frameCount)\" height=\"1\"><title>\(cell.words.escapedForMarkup)</title></rect></a>"
        }
        let colors = legend.map { "<span><i style=\"background:\($1)\"></i>\($0.escapedForMarkup)</span>" }
        return "<svg class=\"overview\" viewBox=\"0 0 \(width) 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + marks.joined() + "</svg>\n<p class=\"legend note\" aria-hidden=\"true\">\(colors.joined())</p>\n"
    }

    /// The markup of the strip and the player. If scripts are disabled, the player stays hidden.
    package var html: String {
        let count = cells.reduce(0) { $0 + $1.length }
        let shownRate = Int(exactly: rate.framesPerSecond).map(String.init) ?? rate.framesPerSecond.fixed(3)
        let choices = views.enumerated().map { index, name in
            "<label><input type=\"radio\" name=\"view\"\(index == 1 ? " checked" : "")> "
                + "\(name.escapedForMarkup) <kbd>\(index + 1)</kbd></label>\n"
        }
        let sides = views.prefix(2).map { "<span>\($0)</span>" }.joined()
        // The player is small if the pictures are small.
        let height = max(height, min(216, max(96, 2 * (cells.compactMap { $0.picture?.size.height }.max() ?? 0))))
        let player = """
            <div class="player" style="--h:\(height)px" hidden>
            <div class="screen"><div class="layers"><svg class="picture" aria-hidden="true"><use/></svg>\
            <svg class="picture" aria-hidden="true" hidden><use/></svg>\(views.isEmpty ? "" : "<input type=\"range\" class=\"wipe\" aria-label=\"Wipe\"><p class=\"sides\" aria-hidden=\"true\">\(sides)</p>")</div>\
            <p class="absence" hidden></p></div>
            \(views.isEmpty ? "" : "<fieldset class=\"views\">\n\(choices.joined())</fieldset>\n")\
            <div class="controls"\(count > 1 ? "" : " hidden")>
            <button type="button" class="play" aria-pressed="false">Play</button>
            <span class="note"><kbd>Space</kbd> <kbd>\u{2190}</kbd> <kbd>\u{2192}</kbd></span>
            <label class="scrub">Frame <b></b> <input type="range" min="0" max="\(count - 1)" value="0" step="1"></label>
            <label><input type="number" class="rate" min="1" max="120" step="any" value="\(shownRate)"> frames/s</label>
            </div>
            <p class="caption" aria-live="polite"></p>
            <a class="back" hidden>Back</a><a class="larger" hidden>Larger, below</a>
            </div>

            """
        return (legend.isEmpty ? "" : overview) + (cells.contains { $0.picture != nil } ? player : "")
            + "<ol class=\"strip\(grid.isEmpty ? "" : " sheet\" style=\"\(grid)")\" aria-label=\"Frames\">\n"
            + cells.map(\.html).joined() + "</ol>\n"
    }
}
