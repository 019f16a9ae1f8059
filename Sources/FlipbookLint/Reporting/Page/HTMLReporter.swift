package import FlipbookCore
package import FlipbookLintModel
package import FlipbookRender

/// An HTML page with an index of the findings, followed by each sequence with its findings, player, strip and charts. Sequences
/// without findings are listed at the end, one per line.
package struct HTMLReporter: Reporter {
    let thumbnails: [FilePath: PagePicture]
    let facts: [(name: String, value: String)]

    package init(thumbnails: [FilePath: PagePicture] = [:], facts: [(name: String, value: String)] = []) {
        (self.thumbnails, self.facts) = (thumbnails, facts)
    }

    package func text(of report: LintReport) -> String {
        let summary = report.summary
        let counts = summary.counts.map(\.words)
        var page = HTMLPage(
            "Flipbook lint",
            summary: summary.subjects + ": " + (counts.isEmpty ? "no findings" : counts.joined(separator: ", ")),
            facts: facts
        )
        page.body = body(of: report)
        return page.text
    }

    private func body(of report: LintReport) -> String {
        let findings = report.findings.enumerated().map { NumberedFinding(id: "f\($0.offset)", finding: $0.element) }
        let byName = Dictionary(grouping: findings) { FilePath($0.finding.sequence) }
        var rest = byName
        var sections: [(worst: Severity?, name: FilePath, html: String)] = []
        var clean = ""
        for (index, sequence) in report.subjects.enumerated() {
            let name = FilePath(sequence.name)
            if let own = rest.removeValue(forKey: name) {
                sections.append((own.worst, name, section("s\(index)", sequence, own)))
            } else if byName[name] == nil {
                clean += cleanLine("s\(index)", sequence)
            }
        }
        sections += rest.map { name, own in
            let html = "<section><h2>\(name.string.escapedForMarkup)</h2>\n\(list(own, strip: nil))</section>\n"
            return (own.worst, name, html)
        }
        sections.sort { one, other in
            guard let worst = one.worst, let otherWorst = other.worst, worst != otherWorst
            else { return one.name.naturallyPrecedes(other.name) }
            return worst > otherWorst
        }
        return reduction + notLinted(report.faults) + filters(report.findings) + index(findings)
            + "<main>\n" + (findings.isEmpty ? "<p class=\"clean\">No findings.</p>\n" : "")
            + sections.map(\.html).joined()
            + (clean.isEmpty ? "" : "<section id=\"clean\"><h2>Without findings</h2>\n\(clean)</section>\n")
            + "</main>\n"
    }

    // MARK: The index

    private static let mostInIndex = 100

    private func index(_ findings: [NumberedFinding]) -> String {
        guard !findings.isEmpty else { return "" }
        let ordered = findings.inNaturalOrder
        let parts = Severity.allCases.reversed().compactMap { severity -> String? in
            let own = ordered.filter { $0.finding.severity == severity }
            if own.isEmpty { return nil }
            let lines = own.prefix(Self.mostInIndex).map { numbered in
                let finding = numbered.finding
                let place = finding.files.count == 1 ? finding.files[0].description : finding.heading
                let name = place.escapedForMarkup
                return "<li class=\"\(severity.rawValue)\"\([finding].attributes)><a href=\"#\(numbered.id)\">"
                    + "<b title=\"\(name)\"><bdi>\(name)</bdi></b> \(finding.message.escapedForMarkup)</a>"
                    + "<code>\(finding.rule.rawValue.escapedForMarkup)</code></li>\n"
            }
            let left = own.count - lines.count
            return """
                <h2 class="severity \(severity.rawValue)">\(own.count.of(severity.rawValue))</h2>
                <ol>
                \(lines.joined())</ol>
                \(left > 0 ? "<p class=\"note\" data-severity=\"\(severity.rawValue)\">and \(left) more below</p>\n" : "")
                """
        }
        return "<nav aria-label=\"Findings\">\n\(parts.joined())</nav>\n"
    }

    // MARK: Sequences

    private func section(_ id: String, _ sequence: SequenceEvidence, _ findings: [NumberedFinding]) -> String {
        let strip = Filmstrip(sequence, id: id, findings: findings.map(\.finding), thumbnails: thumbnails)
        return """
            <section id="\(id)">
            <h2>\(sequence.name.escapedForMarkup) <small>\(sequence.length.escapedForMarkup)</small></h2>
            <div class="columns">
            \(list(findings, strip: strip))<div class="pictures">
            \(strip.html)</div>
            </div>
            \(FrameCharts(sequence: sequence).html)\(note(on: strip.damage))</section>

            """
    }

    private func cleanLine(_ id: String, _ sequence: SequenceEvidence) -> String {
        let strip = Filmstrip(sequence, id: id, findings: [], thumbnails: thumbnails)
        let charts = FrameCharts(sequence: sequence)
        let facts = [sequence.length, charts.constants].filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            <details id="\(id)"\(strip.damage.isEmpty ? "" : " open")>
            <summary>\(sequence.name.escapedForMarkup) <small>\(facts.escapedForMarkup)</small></summary>
            \(note(on: strip.damage))\(strip.html)\(charts.html)</details>

            """
    }

    private func note(on damage: [String]) -> String {
        if damage.isEmpty { return "" }
        let verb = damage.count == 1 ? "is" : "are"
        let words = "\(damage.firstFew) \(verb) damaged, but no rule has decoded the pixels."
        return "<p class=\"severity warning\">\(words.escapedForMarkup)</p>\n"
    }

    private func list(_ findings: [NumberedFinding], strip: Filmstrip?) -> String {
        let items = findings.map { numbered in
            let finding = numbered.finding
            let (severity, place) = (finding.severity.rawValue, finding.place.escapedForMarkup)
            let target = strip?.target(of: finding)
            let link = target.map { "<a href=\"#\($0)\">\(place)</a>" } ?? "<b>\(place)</b>"
            let cell = target.map { " data-cell=\"\($0)\"" } ?? ""
            return """
                <li class="finding \(severity)" id="\(numbered.id)"\([finding].attributes)\(cell)>
                <p class="head"><span class="severity \(severity)">\(severity)</span> \(link) \
                <code>\(finding.rule.rawValue.escapedForMarkup)</code></p>
                <p>\(finding.message.escapedForMarkup) \("\(finding.fix)".escapedForMarkup)</p>
                \(strip?.comparison(of: finding) ?? "")</li>

                """
        }
        return "<ol class=\"findings\" aria-label=\"Findings\">\n\(items.joined())</ol>\n"
    }

    // MARK: Notes and filters

    private var reduction: String {
        guard let room = thumbnails.values.first(where: { $0.room != Thumbnail.largest })?.room else { return "" }
        return "<p class=\"note\">The pictures are scaled down to \(room) px to keep the page small.</p>\n"
    }

    private func notLinted(_ faults: [LintFault]) -> String {
        guard !faults.isEmpty else { return "" }
        let items = faults.map { "<li>\($0.message.asSentence.escapedForMarkup)</li>\n" }.joined()
        return "<section aria-label=\"Not linted\"><h2>Not linted</h2>\n<ul>\n\(items)</ul></section>\n"
    }

    private func filters(_ findings: [Finding]) -> String {
        guard findings.count > 1 else { return "" }
        let boxes = Severity.allCases.reversed().map { severity in
            let (count, name) = (findings.count { $0.severity == severity }, severity.rawValue)
            return count == 0
                ? ""
                : "<label><input type=\"checkbox\" name=\"severity\" value=\"\(name)\" checked> "
                    + "<span class=\"severity \(name)\">\(name)</span> (\(count))</label>\n"
        }
        let counts = Dictionary(grouping: findings, by: \.rule.rawValue).mapValues(\.count)
        let rules = counts.sorted { $0.key < $1.key }.map { rule, count in
            "<option value=\"\(rule.escapedForMarkup)\">\(rule.escapedForMarkup) (\(count))</option>\n"
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

private struct NumberedFinding {
    let id: String
    let finding: Finding
}

extension [NumberedFinding] {
    fileprivate var worst: Severity? { map(\.finding.severity).max() }

    /// The findings grouped by sequence, in natural order of the sequences.
    fileprivate var inNaturalOrder: [NumberedFinding] {
        let bySequence = Dictionary(grouping: self) { FilePath($0.finding.sequence) }
        return bySequence.sorted { $0.key.naturallyPrecedes($1.key) }.flatMap(\.value)
    }
}

extension SequenceEvidence {
    fileprivate var length: String {
        let names = frames.prefix(4).map(\.name).firstFew
        return kind == .animation ? frameCount.of("frame") : frameCount.of("still") + ": " + names
    }
}
