import CDigest
import FlipbookExport
import FlipbookMedia
import FlipbookTestSupport
import Testing

/// The SHA-256 of FIPS 180-4, against its examples.
@Suite struct ContentHashTests {
    @Test(
        "the examples of the standard have its hashes",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func examples(text: String, hash: String) {
        expectEqual(ContentHash(of: text.utf8).description, hash)
    }

    @Test("so has the standard's long text, a million times the same letter")
    func longText() {
        let hash = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        expectEqual(ContentHash(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).description, hash)
    }

    @Test("a file has the hash of its bytes, for every length around the ends of blocks and of reads")
    func files() throws {
        let folder = try TemporaryDirectory()
        for length in Array(1...130) + [262_143, 262_144, 262_145] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let file = try folder.write(bytes, to: "a")
            try expectEqual(ContentHash(ofFile: file), ContentHash(of: bytes), "\(length) bytes")
        }
    }

    @Test("the processor's own instructions give what the plain loop gives")
    func kernels() {
        var random = SystemRandomNumberGenerator()
        for blocks in 0..<40 {
            let bytes = (0..<blocks * 64).map { _ in UInt8.random(in: 0...255, using: &random) }
            var fast = (0..<8).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
            let start = fast
            var plain = fast
            flipbook_sha256_blocks(&fast, bytes, blocks)
            flipbook_sha256_blocks_plain(&plain, bytes, blocks)
            expectEqual(fast, plain, "\(start) \(bytes)")
        }
    }
}
