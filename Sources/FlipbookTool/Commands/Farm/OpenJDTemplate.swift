import FlipbookCore
import FlipbookMedia
import Foundation

/// The segments of a plan as a job template of Open Job Description, version 2023-09.
struct OpenJDTemplate {
    let work: SegmentWork

    init(_ work: SegmentWork) { self.work = work }

    /// The template as JSON.
    var text: String {
        get throws {
            let plan = work.export.plan
            let document: [String: Any] = [
                "specificationVersion": "jobtemplate-2023-09",
                "name": "flipbook {{Param.JobName}}",
                "parameterDefinitions": [
                    ["name": "JobName", "type": "STRING", "default": String(plan.target.lastComponent.prefix(60))],
                    parameter("Plan", work.plan),
                    parameter("Work", work.folder),
                    ["name": "LastSegment", "type": "INT", "default": plan.segmentCount - 1, "minValue": 0],
                    ["name": "Flipbook", "type": "STRING", "default": work.program],
                ],
                "steps": [
                    step(
                        "Segments",
                        work.segment("{{Task.Param.Segment}}"),
                        [
                            "parameterSpace": [
                                "taskParameterDefinitions": [
                                    ["name": "Segment", "type": "INT", "range": "0-{{Param.LastSegment}}"]
                                ]
                            ],
                            "hostRequirements": ["amounts": [["name": "amount.worker.vcpu", "min": plan.threads]]],
                        ]
                    ),
                    step("Join", work.join, ["dependencies": [["dependsOn": "Segments"]]]),
                ],
            ]
            let data = try JSONSerialization.data(
                withJSONObject: document,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            )
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// A path as a text: a default of a path has to be relative, and the plan's own names are the same on every machine.
    private func parameter(_ name: String, _ value: String) -> [String: Any] {
        ["name": name, "type": "STRING", "default": value]
    }

    private func step(_ name: String, _ command: [String], _ more: [String: Any]) -> [String: Any] {
        let known = [work.plan: "{{Param.Plan}}", work.folder: "{{Param.Work}}"]
        let arguments = command.dropFirst().map { known[$0] ?? $0 }
        let run: [String: Any] = [
            "command": "{{Param.Flipbook}}",
            "args": arguments,
            "cancelation": ["mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30],
        ]
        return more.merging(["name": name, "script": ["actions": ["onRun": run]]]) { $1 }
    }
}
