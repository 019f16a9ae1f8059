import Foundation

/// A sound that is silent but for clicks at known times: a WAV file of two channels and 48,000 samples a second.
package struct ClickTrack {
    /// Samples of a channel in a second.
    package static let rate = 48_000
    /// Samples that a click lasts.
    package static let clickLength = 2

    /// The file's bytes.
    package let bytes: [UInt8]

    /// Clicks `offset` samples after each multiple of `interval`.
    package init(seconds: Int, every interval: Int, after offset: Int) {
        let count = seconds * Self.rate
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format =
            number(1, 2) + number(2, 2) + number(Self.rate, 4) + number(192_000, 4) + number(4, 2) + number(16, 2)
        var file = Array("RIFF".utf8) + number(36 + count * 4, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
        file += Array("data".utf8) + number(count * 4, 4)
        for sample in 0..<count {
            let isClick = (offset..<offset + Self.clickLength).contains(sample % interval)
            file += isClick ? [0x20, 0x4E, 0x20, 0x4E] : [0, 0, 0, 0]
        }
        bytes = file
    }
}
