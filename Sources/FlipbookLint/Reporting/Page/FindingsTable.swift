import FlipbookLintModel
/// Findings as a table of a page.
struct FindingsTable {
    /// The findings, those that matter most first.
    let findings: [Finding]

    /// The table, or a sentence where there are no findings.
    var html: String {
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
}
