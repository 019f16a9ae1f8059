package import FlipbookCore

/// The frames of a sequence side by side on a page, with a player above them.
package struct FrameStrip {
    /// The most cells on one strip.
    package static let mostCells = 4000

    package var cells: [Cell] = []
    /// The frame rate at which the player starts.
    package var rate: FrameRate = .imageViewDefault

    /// A Boolean value that indicates whether a bar above the player shows the colors of all cells at once.
    package var hasOverview = false

    package init() {}

    /// A frame, a gap, or several frames that look alike.
    package struct Cell {
        /// The identifier that links lead to.
        package let id: String
        /// The number or the name below the picture.
        package let label: String
        /// The description for the player's caption and for screen readers.
        package let words: String
        /// The identifier that the cell leads to, or `nil` for its own.
        package var link: String?
        /// The severity of a finding, or another class of the style sheet.
        package var style = ""
        /// Attributes for filters, with a space before each.
        package var attributes = ""
        package var picture: PagePicture?
        package var ratio = 1.0
        /// The words in place of a picture.
        package var absence = ""
        /// A second line below the number.
        package var note = ""
        /// The difference from 0 to 1 that colors the cell, or `nil` for no color.
        package var level: Double?
        /// The numbers of the missing frames, which the player shows one by one.
        package var gap: FrameRange?

        package init(id: String, label: String, words: String) {
            (self.id, self.label, self.words) = (id, label, words)
        }

        /// The identifier of the cell's picture.
        package var pictureID: String { id + "p" }

        fileprivate var color: String? {
            level.map { level in
                let share = (level * 100).fixed(1)
                return level == 0 ? "var(--ok)" : "color-mix(in oklab,var(--error) \(share)%,var(--line))"
            }
        }

        var length: Int { gap.map { min(FrameSet($0).count, FrameStrip.mostCells) } ?? 1 }

        var html: String {
            let numbers = gap.map { " data-first=\"\($0.first)\" data-step=\"\($0.step)\"" }
            let place = numbers.map { "\($0) data-length=\"\(length)\"" } ?? ""
            let color = color.map { " style=\"border-top-color:\($0)\"" } ?? ""
            let name = words.escapedForMarkup
            let shown =
                picture?.html(id: pictureID, ratio: ratio) ?? "<span class=\"none\">\(absence.escapedForMarkup)</span>"
            let kind = style.isEmpty ? "" : " class=\"\(style)\""
            return "<li id=\"\(id)\"\(kind)\(place)\(attributes)\(color)>"
                + "<a href=\"#\(link ?? id)\" title=\"\(name)\" aria-label=\"\(name)\">\(shown)"
                + "<span class=\"number\">\(label.escapedForMarkup)</span>"
                + (note.isEmpty ? "" : "<span class=\"number\">\(note.escapedForMarkup)</span>") + "</a></li>\n"
        }
    }

    /// A bar of all cells. Screen readers have the strip.
    private var overview: String {
        let marks = cells.enumerated().map { place, cell in
            let color = cell.color.map { " style=\"fill:\($0)\"" } ?? " class=\"gap\""
            return "<a href=\"#\(cell.id)\" tabindex=\"-1\"><rect\(color) x=\"\(place)\" width=\"1\" height=\"1\">"
                + "<title>\(cell.words.escapedForMarkup)</title></rect></a>"
        }
        return
            "<svg class=\"overview\" viewBox=\"0 0 \(cells.count) 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + marks.joined() + "</svg>\n"
    }

    /// The strip as a list, and the player, which the script shows: without it the player is of no use.
    package var html: String {
        let count = cells.reduce(0) { $0 + $1.length }
        let player = """
            <div class="player" hidden>
            <div class="screen"><svg class="picture" aria-hidden="true"><use/></svg><p class="absence" hidden></p></div>
            <div class="controls">
            <button type="button" class="play" aria-pressed="false">Play</button>
            <label class="scrub">Frame <input type="range" min="0" max="\(count - 1)" value="0" step="1"></label>
            <label><input type="number" class="rate" min="1" max="120" step="any" value="\(rate.shownValue)"> frames/s</label>
            </div>
            <p class="caption" aria-live="polite"></p>
            </div>

            """
        return (hasOverview ? overview : "") + (cells.contains { $0.picture != nil } ? player : "")
            + "<ol class=\"strip\" aria-label=\"Frames\">\n"
            + cells.map(\.html).joined() + "</ol>\n"
    }
}

extension FrameRate {
    fileprivate var shownValue: String {
        let value = Double(numerator) / Double(denominator)
        return Int(exactly: value).map(String.init) ?? value.fixed(3)
    }
}
