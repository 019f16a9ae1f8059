import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

/// The segments of a plan as a job template of Open Job Description, version 2023-09.
struct OpenJDTemplate {
    let work: SegmentWork

    /// The text of the template.
    ///
    /// Its paths are declared as strings, since a path's default must be relative, and the plan's paths are the same on every
    /// machine.
    var text: String {
        let plan = work.export.plan
        return """
            {
              "specificationVersion": "jobtemplate-2023-09",
              "name": "flipbook {{Param.JobName}}",
              "parameterDefinitions": [
                {"name": "JobName", "type": "STRING", "default": \(quoted(String(plan.target.lastComponent.prefix(60))))},
                {"name": "Plan", "type": "STRING", "default": \(quoted(work.plan))},
                {"name": "Work", "type": "STRING", "default": \(quoted(work.folder))},
                {"name": "LastSegment", "type": "INT", "default": \(plan.segmentCount - 1), "minValue": 0},
                {"name": "Flipbook", "type": "STRING", "default": \(quoted(work.program))}
              ],
              "steps": [
                {
                  "name": "Segments",
                  "parameterSpace": {
                    "taskParameterDefinitions": [{"name": "Segment", "type": "INT", "range": "0-{{Param.LastSegment}}"}]
                  },
                  "hostRequirements": {"amounts": [{"name": "amount.worker.vcpu", "min": \(plan.threads)}]},
                  "script": {"actions": {"onRun": \(action(work.segment("{{Task.Param.Segment}}")))}}
                },
                {
                  "name": "Join",
                  "dependencies": [{"dependsOn": "Segments"}],
                  "script": {"actions": {"onRun": \(action(work.join))}}
                }
              ]
            }
            """
    }

    private func action(_ command: [String]) -> String {
        let known = [work.plan: "{{Param.Plan}}", work.folder: "{{Param.Work}}"]
        let words = command.dropFirst().map { quoted(known[$0] ?? $0) }.joined(separator: ", ")
        let end = #"{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30}"#
        return #"{"command": "{{Param.Flipbook}}", "args": [\#(words)], "cancelation": \#(end)}"#
    }

    private func quoted(_ text: String) -> String { text.quotedForJSON(escaping: \.disturbsDisplay) }
}
