package import FlipbookCore
package import FlipbookLintModel

/// One page of HTML that holds everything it shows: no network, no other file.
///
/// Each sequence is a filmstrip with the flagged frames marked, charts of what its headers say over the frames, its
/// findings, and a player that scrubs through the frames. Findings are filtered by severity and rule. Works with the
/// keyboard and a screen reader; without scripts everything but the player and the filters is there. Every name is
/// escaped, and the page's own policy forbids it to load anything.
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

enum PageStyle {
    static let css = """
        :root{--ink:#1c1e21;--paper:#fff;--soft:#f3f4f6;--line:#d5d8dd;--error:#b3261e;--warning:#8a5a00;--info:#0b57a4;--ok:#1a6b34}
        @media (prefers-color-scheme:dark){:root{--ink:#e6e7ea;--paper:#17181b;--soft:#222428;--line:#3b3e45;--error:#ff8a80;--warning:#f5c46b;--info:#8ab8ff;--ok:#7fd497}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:1rem 1.5rem 4rem;max-width:110rem;font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
        h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:0 0 .6rem;overflow-wrap:anywhere}small{font-weight:normal;opacity:.75}
        .summary{margin:.2rem 0 .8rem}
        form{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:center}form[hidden]{display:none}
        fieldset{border:1px solid var(--line);border-radius:6px;display:flex;gap:1rem;padding:.2rem .8rem .4rem}
        section{border-top:1px solid var(--line);margin-top:1.2rem;padding-top:1rem}
        .columns{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem}
        @media (max-width:70rem){.columns{grid-template-columns:minmax(0,1fr)}}
        .strip{list-style:none;margin:.6rem 0;padding:.3rem;display:flex;gap:.3rem;overflow-x:auto;background:var(--soft);border-radius:6px}
        .strip li{flex:none;border-radius:5px;border:3px solid transparent;text-align:center}
        .strip button{font:inherit;color:inherit;background:none;border:0;padding:2px;cursor:pointer;display:block}
        .strip li{display:flex;align-items:flex-end}.strip img{display:block;margin:0 auto;height:calc(72px*var(--r,1));width:auto;max-width:180px;object-fit:contain;image-rendering:pixelated}
        .strip img,.screen img{background:repeating-conic-gradient(#8c8c8c 0 25%,#b4b4b4 0 50%) 0 0/16px 16px;outline:1px solid var(--line)}
        .strip .none{display:grid;place-items:center;height:72px;min-width:72px;max-width:110px;padding:0 .3rem;overflow:hidden;font-size:.75rem;line-height:1.2;border:1px dashed var(--line);border-radius:4px}
        .strip .number{font-size:.75rem;font-variant-numeric:tabular-nums;display:block;max-width:180px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .strip li.error{border-color:var(--error)}.strip li.warning{border-color:var(--warning)}.strip li.info{border-color:var(--info)}
        .strip li.error .number::before{content:"\\2716 ";color:var(--error)}.strip li.warning .number::before{content:"\\25B2 ";color:var(--warning)}.strip li.info .number::before{content:"\\2139 ";color:var(--info)}
        .strip li.unmarked{border-color:transparent}.strip li.unmarked .number::before{content:none}
        .strip li.missing .none{border:0}.strip li.missing{border:3px dashed var(--error);flex-direction:column;align-items:center;justify-content:end}
        .strip li.current{background:var(--line)}
        :focus-visible{outline:3px solid var(--info);outline-offset:1px}
        .player[hidden]{display:none}
        .screen{display:grid;place-items:center;height:260px;background:var(--soft);border-radius:6px}
        .screen img{max-width:100%;height:calc(240px*var(--r,1));object-fit:contain;image-rendering:pixelated}
        .absence{margin:0;padding:1rem 1.5rem;border:3px dashed var(--error);border-radius:6px;font-variant-numeric:tabular-nums}
        .controls{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.4rem 0 0}
        .controls .scrub{flex:1 1 16rem;display:flex;gap:.5rem;align-items:center}.controls input[type=range]{flex:1;min-width:6rem}.rate{width:4rem}
        .caption{margin:.2rem 0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        .chart{margin:.6rem 0}.chart p{margin:.2rem 0;font-size:.85rem}.row{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:.6rem;align-items:center;margin:.25rem 0}
        .row span{font-size:.85rem;text-align:right;font-variant-numeric:tabular-nums}.row svg{width:100%;height:40px;display:block;background:var(--soft);border-radius:6px}
        .chart rect{fill:var(--info)}.chart rect.odd{fill:var(--error)}.chart rect.gap{fill:var(--error);opacity:.18}
        table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding-bottom:.3rem}
        th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        th:first-child,td:first-child{white-space:nowrap;overflow-wrap:normal}
        td.error,span.error{color:var(--error);font-weight:600}td.warning,span.warning{color:var(--warning);font-weight:600}td.info,span.info{color:var(--info);font-weight:600}
        .fix{opacity:.8}.clean{color:var(--ok)}.note{font-size:.85rem;opacity:.8}code{font-size:.9em}
        """
}
