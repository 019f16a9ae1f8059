/// One thing that is fed bytes without end: what it must hold for every input, and where its seeds lie.
///
/// `tools/fuzz` builds these into libFuzzer, and the tests run each over its seeds and over what was found.
public struct FuzzTarget: Sendable {
    /// The target's name, which is that of its folder in `Tests/Fuzzed`.
    public let name: String
    /// The endings of the files in `Tests/Conformance` that are seeds, too; none for a target that reads no picture.
    public let imageSeeds: [String]
    /// Feeds the target one input.
    public let run: @Sendable ([UInt8]) -> Outcome

    /// What became of an input.
    public enum Outcome: Hashable, Sendable {
        /// It was read.
        case read
        /// It is none of what the target reads, and is refused as it should be.
        case refused
        /// What does not hold of it and should.
        case broken(String)

        /// `fault` of what was read; `nil` where all is well.
        init(read fault: String?) { self = fault.map(Self.broken) ?? .read }

        /// What was refused with a message.
        init(refused message: String) {
            self = message.isPlainLine ? .refused : .broken("the message is no line: \(message)")
        }
    }

    init(_ name: String, images: [String] = [], _ run: @escaping @Sendable ([UInt8]) -> Outcome) {
        (self.name, self.imageSeeds, self.run) = (name, images, run)
    }

    #if EDGES
        /// Every target that decodes, or reads a document or a pattern.
        public static let all = pictures + documents + words
    #else
        /// Every target.
        public static let all = pictures + documents + words + lint + media + values
    #endif

    /// The target of a name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

extension String {
    /// Whether it can be shown as one line on a terminal.
    var isPlainLine: Bool {
        unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    }
}
