package import FlipbookCore
package import FlipbookLintModel
package import FlipbookRender

/// An HTML page with an index of the findings, followed by each sequence with its findings, player, strip, and charts.
/// Sequences without findings are listed at the end, one per line.
package struct HTMLReporter: Reporter {
    package var surroundings = ReportFormat.Surroundings()

    package init(thumbnails: [FilePath: PagePicture] = [:], facts: [(name: String, value: String)] = []) {
        (surroundings.thumbnails, surroundings.facts) = (thumbnails, facts)
    }

    package func text(of report: LintReport) -> String {
        let checked = report.isShallow ? "names and headers, not the pixels" : "names, headers and pixels"
        let facts = surroundings.facts + (report.subjects.allSatisfy(\.frames.isEmpty) ? [] : [("Checked", checked)])
        let summary = report.summaryLine(surroundings.wording) { text, _ in text }
        var page = HTMLPage(surroundings.title, summary: summary, facts: facts)
        let room = surroundings.thumbnails.values.lazy.map(\.room).first { $0 != Thumbnail.largest }
        page.notes = room.map { ["The pictures are scaled down to \($0) px to keep the page small."] } ?? []
        let isIntact = surroundings.thumbnails.values.allSatisfy { $0.intact == nil }
        page.isGood = report.findings.isEmpty && report.faults.isEmpty && isIntact
        page.body = body(of: report)
        return page.text
    }

    private func body(of report: LintReport) -> String {
        let findings = report.findings.enumerated().map { NumberedFinding(id: "f\($0.offset)", finding: $0.element) }
        let names = Set(report.subjects.lazy.filter(\.isAnimation).map { FilePath($0.name) })
        let owned = report.subjects.flatMap { all in all.frames.map { ($0.path, (FilePath(all.name), $0)) } }
        let files = Dictionary(owned) { first, _ in first }
        var byName: [FilePath: [NumberedFinding]] = [:]
        for numbered in findings {
            let name = FilePath(numbered.finding.sequence)
            // A finding about a folder is listed under each sequence whose files it names.
            let homes = names.contains(name) ? [] : numbered.finding.files.compactMap { files[$0]?.0 }.distinct
            for (place, home) in (homes.isEmpty ? [name] : homes).enumerated() {
                byName[home, default: []].append(changing(numbered) { if place > 0 { $0.id += "-\(place)" } })
            }
        }
        var rest = byName
        var sections: [(worst: Severity, name: FilePath, html: String)] = []
        var clean = ""
        var shown: [(sequence: SequenceEvidence, findings: [NumberedFinding]?, strip: Filmstrip)] = []
        let gaps = Set(report.findings.lazy.filter { $0.rule == "seq.gap" }.map { FilePath($0.sequence) })
        let misnamed = report.subjects.filter { gaps.contains(FilePath($0.name)) }.flatMap(\.misnamed)
        let flagged = Set(report.findings.lazy.flatMap(\.files)).union(misnamed.map(\.file.path))
        let repeated = Dictionary(grouping: report.subjects) { FilePath($0.name) }.filter { $0.value.count > 1 }
        for (index, sequence) in report.subjects.enumerated() {
            let name = FilePath(sequence.name)
            let own = rest.removeValue(forKey: name)
            let (found, thumbnails) = ((own ?? []).map(\.finding), surroundings.thumbnails)
            let left = changing(sequence) { $0.frames.removeAll { flagged.contains($0.path) } }
            let isClean = byName[name] == nil && (sequence.frames.isEmpty || !left.frames.isEmpty)
            guard own != nil || isClean else { continue }
            let whole = (isClean && !sequence.isAnimation ? left : sequence).complete(found, files)
            shown.append((whole, own, Filmstrip(whole, id: "s\(index)", findings: found, thumbnails: thumbnails)))
        }
        let homes = shown.reduce(into: [:]) { $0.merge($1.strip.cellIDs) { first, _ in first } }
        for (sequence, own, strip) in shown {
            let (name, strip) = (FilePath(sequence.name), changing(strip) { $0.homes = homes })
            if let own {
                sections.append((own.worst, name, section(sequence, own, strip)))
            } else {
                clean += cleanLine(sequence, strip, of: repeated[name] == nil ? nil : sequence.manifest)
            }
        }
        sections += rest.map { name, own in
            let html = "<section><h2>\(name.string.escapedForMarkup)</h2>\n\(list(own, strip: nil))</section>\n"
            return (own.worst, name, html)
        }
        sections.sort { $0.worst == $1.worst ? $0.name.naturallyPrecedes($1.name) : $0.worst > $1.worst }
        let damage = shown.flatMap(\.strip.damage)
        let faults = report.faults.map { "<li>\($0.message.asSentence.escapedForMarkup)</li>\n" }.joined()
        let failures = "<section aria-label=\"Failed inputs\"><h2>Failed inputs</h2>\n<ul>\n\(faults)</ul></section>\n"
        let title = "N\(report.cleanWords.dropFirst())"
        return
            (faults.isEmpty ? "" : failures) + filters(report.findings) + index(findings, damage) + changes(homes)
            + "<main>\n" + sections.map(\.html).joined()
            + (clean.isEmpty ? "" : "<section id=\"clean\"><h2>\(title)</h2>\n\(clean)</section>\n")
            + "</main>\n" + explanations(of: Set(report.findings.map(\.rule)))
    }

    // MARK: The index

    private static let mostInIndex = 100

    private func index(_ findings: [NumberedFinding], _ damage: [String]) -> String {
        guard !findings.isEmpty || !damage.isEmpty else { return "" }
        let bySequence = Dictionary(grouping: findings) { FilePath($0.finding.sequence) }
        let ordered = bySequence.sorted { $0.key.naturallyPrecedes($1.key) }.flatMap(\.value)
        let parts = Severity.allCases.reversed().compactMap { severity -> String? in
            let own = ordered.filter { $0.finding.severity == severity }
            if own.isEmpty { return nil }
            let lines = own.prefix(Self.mostInIndex).map { numbered in
                let finding = numbered.finding
                let name = (finding.files.count == 1 ? finding.files[0].description : finding.heading).escapedForMarkup
                return "<li class=\"\(severity.rawValue)\"\([finding].attributes)><a href=\"#\(numbered.id)\">"
                    + "<b title=\"\(name)\"><bdi>\(name)</bdi></b> \(finding.message.escapedForMarkup)</a>"
                    + "<code>\(finding.rule.rawValue.escapedForMarkup)</code></li>\n"
            }
            let left = own.count - lines.count
            return """
                <h2 class="severity \(severity)" data-severity="\(severity)">\(own.count.of(severity.rawValue))</h2>
                <ol>
                \(lines.joined())</ol>
                <p class="note"\(left > 0 ? "" : " hidden")>and \(left) more below</p>

                """
        }
        let words = "\(damage.count == 1 ? "is" : "are") damaged, but no rule has decoded the pixels."
        let deep = surroundings.wording.commands?.deep.map { " <code>\($0)</code> reports damage." } ?? ""
        let note = "<p class=\"severity warning\">\(damage.listed(atMost: 3)) \(words)\(deep)</p>\n"
        return "<nav aria-label=\"Findings\">\n\(parts.joined())\(damage.isEmpty ? "" : note)</nav>\n"
    }

    /// - Parameter homes: The cell IDs of files.
    private func changes(_ homes: [FilePath: String]) -> String {
        let lists = surroundings.changes.map { title, files in
            let lines = files.map { file, words in
                "<li><a\(homes[file].map { " href=\"#\($0)\"" } ?? "")>\(words.escapedForMarkup)</a></li>\n"
            }
            return "<details open><summary>\(title.markup)</summary>\n<ul>\n\(lines.joined())</ul></details>\n"
        }
        return lists.isEmpty ? "" : "<section id=\"changes\"><h2>Changes</h2>\n\(lists.joined())</section>\n"
    }

    // MARK: Sequences

    private func section(_ sequence: SequenceEvidence, _ findings: [NumberedFinding], _ strip: Filmstrip) -> String {
        """
        <section id="\(strip.id)">
        <h2>\(sequence.name.escapedForMarkup) <small>\(sequence.length.escapedForMarkup)</small></h2>
        <div class="columns" style="\(strip.shape)">
        \(list(findings, strip: strip))<div class="pictures">
        \(strip.html)</div>
        </div>
        \(FrameCharts.all(of: sequence, in: strip).map(\.html).joined())</section>

        """
    }

    /// - Parameter manifest: The manifest of the sequence, if multiple manifests have a sequence with this name.
    private func cleanLine(_ sequence: SequenceEvidence, _ strip: Filmstrip, of manifest: FilePath?) -> String {
        let charts = FrameCharts.all(of: sequence, in: strip)
        let facts = ([manifest?.description, sequence.length].compactMap { $0 } + charts.map(\.constants))
            .filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            <details id="\(strip.id)"\(strip.damage.isEmpty ? "" : " open")>
            <summary>\(sequence.name.escapedForMarkup) <small>\(facts.escapedForMarkup)</small></summary>
            \(strip.html)\(charts.map(\.html).joined())</details>

            """
    }

    private func list(_ findings: [NumberedFinding], strip: Filmstrip?) -> String {
        let items = findings.map { numbered in
            let finding = numbered.finding
            let (severity, place) = (finding.severity.rawValue, finding.place.escapedForMarkup)
            let target = strip?.target(of: finding)
            let link = target.map { "<a href=\"#\($0)\">\(place)</a>" } ?? "<b>\(place)</b>"
            let cell = target.map { " data-cell=\"\($0)\"" } ?? ""
            let name = finding.rule.rawValue.escapedForMarkup
            let isExplained = surroundings.rules.contains { $0.id == finding.rule }
            let rule = isExplained ? "<a href=\"#rule-\(name)\">\(name)</a>" : name
            let command = surroundings.wording.commands?.fix(finding.fix.applicability)
            let remedy = command.map { "; use <code>\($0.escapedForMarkup)</code>" } ?? ""
            let effect = finding.fix.effect.escapedForMarkup
            return """
                <li class="finding \(severity)" id="\(numbered.id)"\([finding].attributes)\(cell)>
                <p class="head"><span class="severity \(severity)">\(severity)</span> \(link) \
                <code>\(rule)</code></p>
                <p>\("\(finding.message) \(finding.fix)".markup)</p>
                \(finding.isFixable ? "<p class=\"fixable\">Fixable: \(effect)\(remedy)</p>\n" : "")\
                \(strip?.comparison(of: finding) ?? "")</li>

                """
        }
        return "<ol class=\"findings\" aria-label=\"Findings\">\n\(items.joined())</ol>\n"
    }

    // MARK: Rules

    private func explanations(of found: Set<RuleID>) -> String {
        let items = surroundings.rules.filter { found.contains($0.id) }.map { rule in
            let page = RulePage(rule, in: [], wording: surroundings.wording)
            let help = page.help.split(separator: "\n\n").map(\.description)
            let url = surroundings.documentation.flatMap { rule.id.url(inDocumentationAt: $0) }?.escapedForMarkup
            let link = url.map { "<p><a href=\"\($0)\">Documentation</a></p>\n" } ?? ""
            let name = rule.id.rawValue.escapedForMarkup
            return "<details id=\"rule-\(name)\"><summary><code>\(name)</code> \(help[0].escapedForMarkup)</summary>\n"
                + help.dropFirst().map { "<p>\($0.markup)</p>\n" }.joined() + "\(link)</details>\n"
        }
        return items.isEmpty ? "" : "<section id=\"rules\"><h2>Rules</h2>\n\(items.joined())</section>\n"
    }

    // MARK: Notes and filters

    private func filters(_ findings: [Finding]) -> String {
        let counts = Dictionary(grouping: findings, by: \.rule.rawValue).mapValues(\.count)
        let severities = Dictionary(grouping: findings, by: \.severity).mapValues(\.count).sorted { $0.key > $1.key }
        guard severities.count > 1 || counts.count > 1 else { return "" }
        let boxes = severities.map { severity, count in
            "<label><input type=\"checkbox\" name=\"severity\" value=\"\(severity)\" checked> "
                + "<span class=\"severity \(severity)\">\(severity)</span> (\(count))</label>\n"
        }
        let rules = counts.sorted { $0.key < $1.key }.map { rule, count in
            "<option value=\"\(rule.escapedForMarkup)\">\(rule.escapedForMarkup) (\(count))</option>\n"
        }
        let fixable = findings.count(where: \.isFixable)
        let choice = "<label><input type=\"checkbox\" name=\"fixable\"> only fixable (\(fixable))</label>\n"
        return """
            <form id="filters" aria-label="Filter the findings" hidden>
            <fieldset\(severities.count == 1 ? " hidden" : "")><legend>Severity</legend>
            \(boxes.joined())</fieldset>
            <label>Rule <select name="rule"><option value="">all rules</option>
            \(rules.joined())</select></label>
            \(fixable > 0 ? choice : "")<output id="shown" aria-live="polite"></output>
            </form>

            """
    }
}

private struct NumberedFinding {
    var id: String
    let finding: Finding
}

extension [NumberedFinding] {
    fileprivate var worst: Severity { map(\.finding.severity).max() ?? .info }
}

extension SequenceEvidence {
    /// The rate of the player: the sequence's rate, the mean rate of frames with durations, or the rate in the headers.
    var shownRate: FrameRate {
        let durations = frames.lazy.compactMap(\.duration?.seconds)
        let mean = FrameRate(nearest: Double(durations.count) / durations.reduce(0, +))
        return mean ?? frameRate ?? frames.lazy.compactMap(\.header?.frameRate).first ?? .imageViewDefault
    }

    fileprivate var length: String {
        guard kind == .animation
        else { return frameCount.of("still") + ": " + frames.lazy.map(\.name).listed(atMost: 3) }
        let (rate, all) = (shownRate, frameCount + missing.count)
        // A frame at several scales is shown once.
        let share = Double(frameCount) / Double(max(1, frames.count))
        let own = frames.reduce(0) { $0 + ($1.duration ?? rate.frameDuration).seconds } * share
        let length = (own + rate.frameDuration.seconds * Double(missing.count)).fixed(3)
        let words = Set(frames.lazy.map(\.duration)).count > 1 ? "variable rate" : "\(rate) frames/s"
        return "\(missing.isEmpty ? "" : "\(frameCount) of ")\(all.of("frame")), \(words), \(length) s"
    }

    /// Returns the sequence with all missing expected frames added, along with the misspelled frames in other sequences that
    /// findings are about.
    fileprivate func complete(_ findings: [Finding], _ files: [FilePath: (FilePath, FrameEvidence)]) -> Self {
        let own = Set(frames.lazy.map(\.path))
        let others = findings.filter { $0.frames?.count == $0.files.count }
            .flatMap { zip($0.files, $0.frames ?? FrameSet()) }.filter { !own.contains($0.0) }
            .compactMap { file, number in
                files[file].map { FrameEvidence(path: file, number: number, scale: $1.scale, reading: $1.reading) }
            }
        return changing(self) {
            $0.missing = FrameSet(joining: [missingHead, missing, missingTail].flatMap(\.ranges))
            if !others.isEmpty { $0.frames = (frames + others).sorted { $0.number ?? .min < $1.number ?? .min } }
        }
    }
}
