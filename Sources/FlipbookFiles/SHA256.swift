internal import CDigest

/// SHA-256 of bytes that come one after another.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let count = min(64 - rest.count, bytes.count)
            rest += bytes[..<count]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard rest.count == 64 else { return }
            rest.withUnsafeBufferPointer { flipbook_sha256_blocks(&state, $0.baseAddress, 1) }
            rest = []
        }
        let blocks = bytes.count / 64
        if blocks > 0, let base = bytes.baseAddress {
            flipbook_sha256_blocks(&state, base.assumingMemoryBound(to: UInt8.self), blocks)
        }
        rest += bytes[(blocks * 64)...]
    }

    /// Adds a text behind its length, so that no two lists of texts are the same bytes.
    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { add($0) }
            add(UnsafeRawBufferPointer(bytes))
        }
    }

    package init() {}

    /// The eight words of the hash of everything that was added.
    package func finish() -> [UInt32] {
        var digest = self
        let bitCount = byteCount * 8
        let zeros = (119 - rest.count) % 64
        let end = [0x80] + [UInt8](repeating: 0, count: zeros) + withUnsafeBytes(of: bitCount.bigEndian, Array.init)
        end.withUnsafeBytes { digest.add($0) }
        return digest.state
    }

    /// The first eight bytes of the hash of everything that was added, which is enough to know a file again.
    var word: UInt64 {
        let words = finish()
        return UInt64(words[0]) << 32 | UInt64(words[1])
    }
}
