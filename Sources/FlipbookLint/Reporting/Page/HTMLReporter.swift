package import FlipbookCore
package import FlipbookLintModel

/// One page of HTML that holds everything it shows: no network, no other file.
///
/// Each sequence is a filmstrip with the flagged frames marked, charts of what its headers
/// say over the frames, its findings, and a player that scrubs through the
/// frames. Findings are filtered by severity and rule. Works with the keyboard and a screen
/// reader; without scripts everything but the player and the filters is there.
/// Every name is escaped, and the page's own policy forbids it to load anything.
package struct HTMLReporter: Reporter {
    /// Small pictures of the frames, by file; a frame without one is an empty cell.
    package let thumbnails: [FilePath: Thumbnail]

    package init(thumbnails: [FilePath: Thumbnail] = [:]) { self.thumbnails = thumbnails }

    package func text(of report: LintReport) -> String {
        var findings = Dictionary(grouping: report.findings) { FilePath($0.sequence) }
        let sections = report.subjects.enumerated().map { index, sequence in
            section(index, sequence, findings.removeValue(forKey: FilePath(sequence.name)) ?? [])
        }
        // What is about a folder comes first: it says why something may not be there at all.
        let folders = findings.sorted { $0.key.isBefore($1.key) }.map {
            "<section><h2>\($0.key.string.escapedForMarkup)</h2>\(table($0.value))</section>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>\(title(of: report.summary).escapedForMarkup)</title>
            <style>
            \(PageStyle.css)
            </style>
            </head>
            <body>
            <header>
            <h1>Flipbook lint</h1>
            <p class="summary">\(title(of: report.summary).escapedForMarkup)</p>
            \(reduction)\(notLinted(report.faults))            \(filters(of: report))</header>
            <main>
            \(folders.joined())\(sections.joined())</main>
            <script>
            \(PageScript.javaScript)
            </script>
            </body>
            </html>

            """
    }

    /// The part of the page that shows one sequence, or a folder's stills.
    private func section(_ index: Int, _ sequence: SequenceEvidence, _ findings: [Finding]) -> String {
        let count = sequence.frameCount
        let noun = sequence.kind == .animation ? count.of("frame") : count.of("still")
        return """
            <section id="s\(index)">
            <h2>\(sequence.name.escapedForMarkup) <small>\(noun)</small></h2>
            <div class="columns">
            <div class="pictures">
            \(Filmstrip(sequence: sequence, findings: findings, thumbnails: thumbnails).html)\
            \(FrameCharts(sequence: sequence).html)</div>
            <div class="words">
            \(table(findings))</div>
            </div>
            </section>

            """
    }

    /// Findings as a table, those that matter most first.
    private func table(_ findings: [Finding]) -> String {
        guard !findings.isEmpty else { return "<p class=\"clean\">No findings.</p>\n" }
        let rows = findings.map { finding in
            """
            <tr data-severity="\(finding.severity.rawValue)" data-rule="\(finding.rule.rawValue.escapedForMarkup)">\
            <td class="\(finding.severity.rawValue)">\(finding.severity.rawValue)</td>\
            <td><b>\(finding.place.escapedForMarkup)</b> <code>\(finding.rule.rawValue.escapedForMarkup)</code><br>\
            \(finding.message.escapedForMarkup) <span class="fix">\("\(finding.fix)".escapedForMarkup)</span></td></tr>

            """
        }
        return """
            <table class="findings">
            <caption>Findings</caption>
            <thead><tr><th scope="col">Severity</th><th scope="col">Where, what, and what to do</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>

            """
    }

    private func title(of summary: LintReport.Summary) -> String {
        let counts = summary.counts.map(\.words)
        return summary.subjects + ": " + (counts.isEmpty ? "no findings" : counts.joined(separator: ", "))
    }

    /// A note about pictures that are too many for their usual size.
    private var reduction: String {
        guard let room = thumbnails.values.first(where: { $0.room != Thumbnail.largest })?.room else { return "" }
        return
            "<p class=\"note\">The pictures are reduced to \(room) px at most, so that this page can be opened.</p>\n"
    }

    private func notLinted(_ faults: [LintFault]) -> String {
        guard !faults.isEmpty else { return "" }
        let items = faults.map { "<li>\($0.message.asSentence.escapedForMarkup)</li>\n" }.joined()
        return
            "<section aria-label=\"Not linted\"><h2>Not linted</h2>\n<ul class=\"faults\">\n\(items)</ul></section>\n"
    }

    private func filters(of report: LintReport) -> String {
        guard !report.findings.isEmpty else { return "" }
        let severities = Severity.allCases.reversed().filter { severity in
            report.findings.contains { $0.severity == severity }
        }
        let boxes = severities.map { severity in
            let count = report.findings.count { $0.severity == severity }
            return "<label><input type=\"checkbox\" name=\"severity\" value=\"\(severity.rawValue)\" checked> "
                + "<span class=\"\(severity.rawValue)\">\(severity.rawValue)</span> (\(count))</label>\n"
        }
        let rules = Dictionary(grouping: report.findings, by: \.rule).sorted { $0.key < $1.key }.map { rule, findings in
            "<option value=\"\(rule.rawValue.escapedForMarkup)\">\(rule.rawValue.escapedForMarkup) (\(findings.count))</option>\n"
        }
        return """
            <form id="filters" aria-label="Filter the findings" hidden>
            <fieldset><legend>Severity</legend>
            \(boxes.joined())</fieldset>
            <label>Rule <select name="rule"><option value="">all rules</option>
            \(rules.joined())</select></label>
            <output id="shown" aria-live="polite"></output>
            </form>

            """
    }
}

extension String {
    /// The text for an element or a quoted attribute of XML or HTML, with control characters as a terminal shows them: a file's
    /// name must not rearrange a page.
    var escapedForMarkup: String { escapingControlCharacters.escapedForXML }
}
