import FlipbookCore
import FlipbookExport
import FlipbookCommandLine

/// The segments of a plan as a job template of Open Job Description, version 2023-09.
struct OpenJDTemplate {
    let work: SegmentWork

    init(_ work: SegmentWork) { self.work = work }

    /// The template as JSON.
    var text: String { get throws { try document.jsonText } }

    private var document: Document {
        let plan = work.export.plan
        var segments = step("Segments", work.segment("{{Task.Param.Segment}}"))
        let range = Range(name: "Segment", type: "INT", range: "0-{{Param.LastSegment}}")
        segments.parameterSpace = ["taskParameterDefinitions": [range]]
        segments.hostRequirements = ["amounts": [Amount(name: "amount.worker.vcpu", min: plan.threads)]]
        var join = step("Join", work.join)
        join.dependencies = [["dependsOn": "Segments"]]
        return Document(
            name: "flipbook {{Param.JobName}}",
            parameterDefinitions: [
                Parameter("JobName", String(plan.target.lastComponent.prefix(60))),
                // Paths as texts: a default of a path has to be relative, and the plan's own names are the same on every
                // machine.
                Parameter("Plan", work.plan),
                Parameter("Work", work.folder),
                Parameter("LastSegment", plan.segmentCount - 1),
                Parameter("Flipbook", work.program),
            ],
            steps: [segments, join]
        )
    }

    private func step(_ name: String, _ command: [String]) -> Step {
        let known = [work.plan: "{{Param.Plan}}", work.folder: "{{Param.Work}}"]
        return Step(
            name: name,
            script: ["actions": ["onRun": Action(args: command.dropFirst().map { known[$0] ?? $0 })]]
        )
    }
}

// The specification's own names.
extension OpenJDTemplate {
    private struct Document: Encodable {
        var specificationVersion = "jobtemplate-2023-09"
        let name: String
        let parameterDefinitions: [Parameter]
        let steps: [Step]
    }

    private struct Parameter: Encodable {
        let name: String
        let type: String
        private let text: String?
        private let number: Int?

        init(_ name: String, _ text: String) { (self.name, type, self.text, number) = (name, "STRING", text, nil) }

        init(_ name: String, _ number: Int) { (self.name, type, text, self.number) = (name, "INT", nil, number) }

        private enum CodingKeys: String, CodingKey { case name, type, minValue, value = "default" }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(type, forKey: .type)
            try container.encodeIfPresent(text, forKey: .value)
            if let number {
                try container.encode(number, forKey: .value)
                try container.encode(0, forKey: .minValue)
            }
        }
    }

    private struct Step: Encodable {
        let name: String
        let script: [String: [String: Action]]
        var parameterSpace: [String: [Range]]?
        var hostRequirements: [String: [Amount]]?
        var dependencies: [[String: String]]?
    }

    private struct Action: Encodable {
        struct Cancelation: Encodable {
            var mode = "NOTIFY_THEN_TERMINATE"
            var notifyPeriodInSeconds = 30
        }

        var command = "{{Param.Flipbook}}"
        let args: [String]
        var cancelation = Cancelation()
    }

    private struct Range: Encodable {
        let name: String
        let type: String
        let range: String
    }

    private struct Amount: Encodable {
        let name: String
        let min: Int
    }
}
