import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

/// The segments of a plan as a job template of Open Job Description, version 2023-09.
struct OpenJDTemplate {
    let work: SegmentWork

    var text: String { get throws { try document.jsonText } }

    /// The template, in the specification's own names.
    private var document: Value {
        let plan = work.export.plan
        return .object([
            "specificationVersion": "jobtemplate-2023-09",
            "name": "flipbook {{Param.JobName}}",
            "parameterDefinitions": .list([
                parameter("JobName", String(plan.target.lastComponent.prefix(60))),
                // Paths as texts: a default of a path has to be relative, and the plan's own names are the same on every
                // machine.
                parameter("Plan", work.plan),
                parameter("Work", work.folder),
                .object([
                    "name": "LastSegment", "type": "INT", "default": .number(plan.segmentCount - 1), "minValue": 0,
                ]),
                parameter("Flipbook", work.program),
            ]),
            "steps": .list([
                step(
                    "Segments",
                    work.segment("{{Task.Param.Segment}}"),
                    [
                        "parameterSpace": .object([
                            "taskParameterDefinitions": .list([
                                .object(["name": "Segment", "type": "INT", "range": "0-{{Param.LastSegment}}"])
                            ])
                        ]),
                        "hostRequirements": .object([
                            "amounts": .list([.object(["name": "amount.worker.vcpu", "min": .number(plan.threads)])])
                        ]),
                    ]
                ),
                step("Join", work.join, ["dependencies": .list([.object(["dependsOn": "Segments"])])]),
            ]),
        ])
    }

    private func parameter(_ name: String, _ text: String) -> Value {
        .object(["name": .text(name), "type": "STRING", "default": .text(text)])
    }

    private func step(_ name: String, _ command: [String], _ others: [String: Value]) -> Value {
        let known = [work.plan: "{{Param.Plan}}", work.folder: "{{Param.Work}}"]
        let action: [String: Value] = [
            "command": "{{Param.Flipbook}}",
            "args": .list(command.dropFirst().map { .text(known[$0] ?? $0) }),
            "cancelation": .object(["mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30]),
        ]
        let own: [String: Value] = [
            "name": .text(name), "script": .object(["actions": .object(["onRun": .object(action)])]),
        ]
        return .object(own.merging(others) { own, _ in own })
    }
}

private indirect enum Value: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case number(Int)
    case list([Value])
    case object([String: Value])

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(number) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
