import FlipbookCore

/// The identity of a finding from one run to the next: the rule, the sequence's canonical name, the frames, and what
/// was measured; not the folder, which may move, nor the words, which may be put better.
package struct FindingFingerprint: Hashable, Sendable {
    /// Sixteen hexadecimal digits.
    package let text: String

    /// The fingerprint that was written down.
    package init(text: String) { self.text = text }

    package init(_ finding: Finding) {
        var hash = FNV1a()
        hash.add("1")
        hash.add(finding.rule.rawValue)
        if let frames = finding.frames {
            // The files of a sequence share its name; of a file in it, the number says which.
            hash.add(FilePath(finding.canonicalSequence).lastName)
            hash.add(frames.description)
        } else if finding.files.isEmpty {
            hash.add(FilePath(finding.canonicalSequence).lastName)
        }
        if finding.frames == nil || finding.files.count == 1 {
            for file in finding.files { hash.add(file.lastComponent) }
        }
        hash.add(finding.measured ?? "")
        text = hash.value.digits(16, radix: 16)
    }
}

extension FilePath {
    /// The last name of the path, also where a slash follows it.
    fileprivate var lastName: String { components.last ?? "" }
}

/// The hash FNV-1a of 64 bits (RFC 9923): the same on every machine, unlike Swift's.
private struct FNV1a {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a text and its end.
    mutating func add(_ text: String) {
        for byte in Array(text.utf8) + [0] { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
