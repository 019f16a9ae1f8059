package import ArgumentParser
package import FlipbookCore
import FlipbookScene

/// The dialect of patterns and the policy for gaps: the same words in every verb that looks for frames.
package struct SequencePolicies: ParsableArguments {
    package init() {}

    @Option(words: \.dialect) package var dialect: Dialect?
    @Option(words: \.$missing) package var missing: MissingFramePolicy?
    @Option(words: \.maximumGap) package var maximumGap: Int?

    package func validate() throws {
        if let maximumGap, maximumGap < 0 { throw ValidationError("--max-gap: \(maximumGap) is below 0.") }
    }

    /// The policy for gaps: an option's before a manifest's, and that before the default.
    func gaps(over manifest: SequenceManifest, _ usual: MissingFramePolicy) -> GapPolicy {
        GapPolicy(missing: missing ?? manifest.$missing ?? usual, maximumGap: maximumGap ?? manifest.maximumGap)
    }
}
