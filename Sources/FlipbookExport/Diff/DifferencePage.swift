import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender

/// An HTML page that shows the differences of two sequences, with all pictures embedded.
struct DifferencePage {
    private let difference: SequenceDifference
    private let shown: [SequenceDifference.Frame]

    init(_ difference: SequenceDifference, showing count: Int) {
        self.difference = difference
        shown = difference.worstFrames(count)
    }

    func html(of pairs: FramePairs) async throws -> String {
        let byNumber = Dictionary(pairs.pairs.map { ($0.number, $0) }) { first, _ in first }
        var figures = ""
        for frame in shown {
            guard let pair = byNumber[frame.number] else { continue }
            figures += try figure(frame, try await pairs.pictures(of: pair))
        }
        let (first, second) = (difference.first.escapedForXML, difference.second.escapedForXML)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(first) and \(second)</title>
            <style>
            body { margin: 16px; background: #282828; color: #fff; font: 14px/1.5 sans-serif; }
            h1 { font-size: 18px; }
            section { margin: 0 0 24px; }
            section div { display: flex; gap: 12px; flex-wrap: wrap; }
            figure { margin: 0; }
            img { display: block; max-width: 30vw; image-rendering: pixelated;
              background: repeating-conic-gradient(#999 0 25%, #666 0 50%) 0 0 / 16px 16px; }
            </style>
            <h1>\(first) and \(second)</h1>
            <pre>\(difference.text(listing: 0).escapedForXML)</pre>
            \(figures)</html>

            """
    }

    private func figure(_ frame: SequenceDifference.Frame, _ pictures: (Picture, Picture)) throws -> String {
        let size = pictures.0.size
        // 480 pixels on the longer side, but never larger than the frame.
        let small = size.fitted(in: PixelSize(width: 480, height: 480))
        let amplification = max(1, (255 / frame.worst).rounded(.down))
        let gray = try LevelDifference.picture(of: pictures.0, pictures.1, size: small, amplification: amplification)
        let images = [
            (try pictures.0.scaled(to: small), frame.first ?? difference.first),
            (try pictures.1.scaled(to: small), frame.second ?? difference.second),
            (gray, amplification > 1 ? "difference, \(Int(amplification)) times" : "difference"),
        ]
        var text = "<section id=\"frame-\(frame.number)\"><h2>\(difference.text(of: frame).escapedForXML)</h2><div>\n"
        for (picture, caption) in images {
            let png = try PNGEncoder.file(of: picture, named: "A picture of the page")
            text +=
                "<figure><img alt=\"\(caption.escapedForXML)\" width=\"\(small.width)\" height=\"\(small.height)\" "
                + "src=\"data:image/png;base64,\(png.base64)\">"
                + "<figcaption>\(FilePath(caption).description.escapedForXML)</figcaption></figure>\n"
        }
        return text + "</div></section>\n"
    }
}
