import FlipbookCore
import Foundation
import Testing

extension Workbench {
    /// Plans an export and makes its segments, the last first; returns their names.
    public func makeSegments(_ arguments: [String], of length: Int) throws -> [String] {
        let plan = try flipbook(["plan"] + arguments + ["--segment", "\(length)"])
        try require(plan.status == 0, "\(plan.errors)")
        try folder.write(Array(plan.output), to: "plan.json")
        let object = try require(try JSONSerialization.jsonObject(with: plan.output) as? [String: Any])
        let count = try require((object["keys"] as? [String])?.count)
        return try (0..<count).reversed().map { index in
            let made = try flipbook("segment", "plan.json", "--index", "\(index)", "--json")
            try require(made.status == 0, "\(made.errors)")
            if index == 0 {
                let again = try flipbook("segment", "plan.json", "--index", "\(index)")
                expect(again.text.hasSuffix("; already complete.\n"))
            }
            let fields = try require(try JSONSerialization.jsonObject(with: made.output) as? [String: Any])
            return String(try require(fields["file"] as? String).dropFirst(folder.path.count + 1))
        }.reversed()
    }

    /// A hash of each picture, by ffmpeg.
    public func hashes(of name: String) throws -> String {
        let outcome = try Program("ffmpeg").run(
            ["-v", "error", "-i", folder.file(name).string, "-pix_fmt", "rgba", "-f", "framemd5", "-"]
        )
        return outcome.text.split(separator: "\n").compactMap { $0.split(separator: ",").last }.joined(separator: "\n")
    }
}
