import FlipbookCore

/// A self-contained HTML page, which needs neither a network nor other files.
///
/// All pages share one style sheet and one script. A page works with a keyboard and a screen reader, in light and dark mode, on
/// paper, and on narrow screens. If scripts are disabled, only the player and the filters are missing. The page's content
/// security policy prevents it from loading anything.
package struct HTMLPage: Sendable {
    package var title, summary: String
    package var facts: [(name: String, value: String)]
    package var error: String?
    package var notes: [String] = []
    package var body = ""
    /// A Boolean value that indicates whether the summary is good news. Good news is shown with a green check mark.
    package var isGood = false

    package init(_ title: String, summary: String, facts: [(name: String, value: String)] = []) {
        (self.title, self.summary, self.facts) = (title, summary, facts)
    }

    package var text: String {
        let failure = error.map { "<p class=\"error\"><b class=\"severity\">Error</b> \($0.markup)</p>\n" } ?? ""
        let remarks = notes.map { "<li>\($0.markup)</li>\n" }.joined()
        let list = facts.map { "<div><dt>\($0.escapedForMarkup)</dt><dd>\($1.markup)</dd></div>\n" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>\(title.escapedForMarkup): \(summary.escapedForMarkup)</title>
            <style>
            \(String(decoding: PackageResources.Page_css, as: UTF8.self))</style>
            </head>
            <body>
            <header>
            <h1>\(title.escapedForMarkup)</h1>
            <p class="summary\(isGood ? " clean" : "")">\(summary.markup)</p>
            \(failure)\(list.isEmpty ? "" : "<dl>\n\(list)</dl>\n")</header>
            \(remarks.isEmpty ? "" : "<ul class=\"notes note\">\n\(remarks)</ul>\n")\(body)<script>
            \(String(decoding: PackageResources.Page_js, as: UTF8.self))</script></body>
            </html>

            """
    }
}

extension String {
    /// The text, escaped for an element or a quoted attribute of XML or HTML. Control characters are also escaped, so that a
    /// file name cannot rearrange the page.
    package var escapedForMarkup: String { escapingControlCharacters.escapedForXML }

    /// The text, escaped for an element. Options are marked up as code, and so are commands that are quoted, at the end, or the
    /// whole text.
    package var markup: String {
        if contains("\n") { return split(separator: "\n").map { String($0).markup }.joined(separator: "<br>\n") }
        if hasPrefix("flipbook ") { return "<code class=\"command\">\(escapedForMarkup)</code>" }
        guard contains("--") || contains("flipbook ") else { return escapedForMarkup }
        return escapedForMarkup.replacing(/(^|[ (])(--[a-z][a-z-]*)|&#39;(flipbook [^&]*)&#39;|(: )(flipbook .*)$/) {
            match in
            "\(match.1 ?? match.4 ?? "")<code>\(match.2 ?? match.3 ?? match.5 ?? "")</code>"
        }
    }
}

extension Int {
    /// A count with thousands separators: `1,361`.
    package var grouped: String { self < 1000 ? "\(self)" : "\((self / 1000).grouped),\((self % 1000).digits(3))" }
}
