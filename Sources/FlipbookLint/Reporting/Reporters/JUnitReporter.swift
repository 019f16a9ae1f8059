import FlipbookCore
package import FlipbookLintModel

/// JUnit's XML: a suite for each sequence, in it a test for each rule that found something, or one that passed.
///
/// Findings below the fail level pass, and their test has them in `system-out`.
package struct JUnitReporter: Reporter {
    package let failLevel: FailLevel

    /// The name of the tests: the command that lints, if there is one.
    private let name: String

    package init(failLevel: FailLevel = .error, commands: LintWording.Commands? = nil) {
        (self.failLevel, name) = (failLevel, commands?.lint ?? "lint")
    }

    package func text(of report: LintReport) -> String {
        var findings = Dictionary(grouping: report.findings) { FilePath($0.heading) }
        let headings = report.headings
        // What a finding about a sequence of the same name in another padding names, too, has not passed.
        let named = Set(report.findings.lazy.flatMap(\.files))
        let subjects = report.subjects.filter { subject in
            findings[FilePath(subject.name)] != nil || headings[FilePath(subject.name)] != nil
                || !subject.frames.contains { named.contains($0.path) }
        }
        // A sequence that was judged by several manifests has one suite, and one for what only some bring about.
        var known: Set<FilePath> = []
        var names = subjects.map(\.name).filter { known.insert(FilePath($0)).inserted }.flatMap { name in
            let own = findings[FilePath(name)] != nil || headings[FilePath(name)] == nil
            return (own ? [name] : []) + headings[FilePath(name), default: []]
        }
        let others = Set(findings.keys).subtracting(names.map { FilePath($0) }).map(\.string)
        names = others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } + names
        var suites = names.map { name in suite(name, findings.removeValue(forKey: FilePath(name)) ?? []) }
        if !report.faults.isEmpty { suites.append(suite(report.faults)) }
        let tests = suites.reduce(0) { $0 + $1.tests }
        let failures = suites.reduce(0) { $0 + $1.failures }
        let head =
            #"<testsuites name="\#(name.escapedForMarkup)" tests="\#(tests)" failures="\#(failures)" errors="\#(report.faults.count)">"#
        let body = suites.map(\.text).joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(head)\n\(body)</testsuites>\n"
    }

    private func suite(_ name: String, _ findings: [Finding]) -> (text: String, tests: Int, failures: Int) {
        let failures = findings.count { failLevel.isReached(by: $0.severity) }
        let tests = max(1, findings.count)
        var text = "  <testsuite name=\"\(name.escapedForMarkup)\" tests=\"\(tests)\" failures=\"\(failures)\" "
        text += "errors=\"0\" skipped=\"0\">\n"
        if findings.isEmpty { text += "    <testcase classname=\"\(name.escapedForMarkup)\" name=\"no findings\"/>\n" }
        for finding in findings { text += test(finding) }
        return (text + "  </testsuite>\n", tests, failures)
    }

    /// Inputs that could not be linted are errors of the run, not tests that failed.
    private func suite(_ faults: [LintFault]) -> (text: String, tests: Int, failures: Int) {
        var text = "  <testsuite name=\"inputs\" tests=\"\(faults.count)\" failures=\"0\" "
        text += "errors=\"\(faults.count)\" skipped=\"0\">\n"
        for fault in faults {
            let message = fault.message.escapedForMarkup
            text += "    <testcase classname=\"inputs\" name=\"\(fault.path.description.escapedForMarkup)\">\n"
            text += "      <error message=\"\(message)\">\(message)</error>\n    </testcase>\n"
        }
        return (text + "  </testsuite>\n", faults.count, 0)
    }

    private func test(_ finding: Finding) -> String {
        let name = "\(finding.rule) \(finding.subjectAlone)".escapedForMarkup
        let message = finding.message.escapedForMarkup
        let file = finding.location == nil ? "" : " file=\"\(finding.shownFile.description.escapedForMarkup)\""
        let head = "    <testcase classname=\"\(finding.heading.escapedForMarkup)\" name=\"\(name)\"\(file)>\n"
        let lines =
            "\(finding.location == nil ? "" : "\(finding.shownFile): ")\(finding.severity.rawValue): \(finding.sentence)"
        let detail =
            failLevel.isReached(by: finding.severity)
            ? "      <failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\">\(lines.escapedForMarkup)</failure>\n"
            : "      <system-out>\(lines.escapedForMarkup)</system-out>\n"
        return head + detail + "    </testcase>\n"
    }
}
