import FlipbookCore
import FlipbookLintModel
import FlipbookRender

/// JUnit XML: a suite for each sequence, with a test for each rule that has findings, or a single passed test.
///
/// Tests whose findings are all below the fail level pass, and list them in `system-out`.
struct JUnitReporter: Reporter {
    let surroundings: ReportFormat.Surroundings

    func text(of report: LintReport) -> String {
        var findings = Dictionary(grouping: report.findings) { FilePath($0.heading) }
        let headings = report.headings
        // A sequence does not pass if a finding about the same name with different padding includes its files.
        let named = Set(report.findings.lazy.flatMap(\.files))
        let subjects = report.subjects.filter { subject in
            findings[FilePath(subject.name)] != nil || headings[FilePath(subject.name)] != nil
                || !subject.frames.contains { named.contains($0.path) }
        }
        // A sequence with several manifests has one suite for the common findings, and one for those that only some manifests
        // cause.
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
        let name = surroundings.wording.commands?.lint ?? "lint"
        let head =
            #"<testsuites name="\#(name.escapedForMarkup)" tests="\#(tests)" failures="\#(failures)" errors="\#(report.faults.count)">"#
        let body = suites.map(\.text).joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(head)\n\(body)</testsuites>\n"
    }

    private typealias Suite = (text: String, tests: Int, failures: Int)

    private func suite(_ name: String, _ tests: [String], failures: Int = 0, errors: Int = 0) -> Suite {
        let head =
            "  <testsuite name=\"\(name)\" tests=\"\(tests.count)\" failures=\"\(failures)\" "
            + "errors=\"\(errors)\" skipped=\"0\">\n"
        return (head + tests.joined() + "  </testsuite>\n", tests.count, failures)
    }

    private func suite(_ name: String, _ findings: [Finding]) -> Suite {
        let name = name.escapedForMarkup
        let passed = "    <testcase classname=\"\(name)\" name=\"no findings\"/>\n"
        let failures = findings.count { surroundings.failLevel.isReached(by: $0.severity) }
        return suite(name, findings.isEmpty ? [passed] : findings.map(test), failures: failures)
    }

    /// Inputs that could not be linted are errors of the run, not failed tests.
    private func suite(_ faults: [LintFault]) -> Suite {
        let tests = faults.map { fault in
            let (path, message) = (fault.path.description.escapedForMarkup, fault.message.escapedForMarkup)
            return "    <testcase classname=\"inputs\" name=\"\(path)\">\n"
                + "      <error message=\"\(message)\">\(message)</error>\n    </testcase>\n"
        }
        return suite("inputs", tests, errors: tests.count)
    }

    private func test(_ finding: Finding) -> String {
        let name = "\(finding.rule) \(finding.subjectAlone)".escapedForMarkup
        let message = finding.message.escapedForMarkup
        let file = finding.location == nil ? "" : " file=\"\(finding.shownFile.description.escapedForMarkup)\""
        let head = "    <testcase classname=\"\(finding.heading.escapedForMarkup)\" name=\"\(name)\"\(file)>\n"
        let lines =
            "\(finding.location == nil ? "" : "\(finding.shownFile): ")\(finding.severity.rawValue): \(finding.sentence)"
        let detail =
            surroundings.failLevel.isReached(by: finding.severity)
            ? "      <failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\">\(lines.escapedForMarkup)</failure>\n"
            : "      <system-out>\(lines.escapedForMarkup)</system-out>\n"
        return head + detail + "    </testcase>\n"
    }
}
