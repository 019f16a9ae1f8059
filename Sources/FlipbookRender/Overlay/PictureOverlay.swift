package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging

/// Changes to a picture for display on a screen: a single channel shown as gray, adjusted tones, highlighted clipping, and a
/// mark.
package struct PictureOverlay: Hashable, Sendable {
    package var channel: ColorChannel?
    package var tone: ToneAdjustment
    /// The part in which clipped pixels are highlighted: red if a channel is at its maximum, blue if all channels are 0.
    package var clipping: PixelRect?
    package var isMarked = false

    package init(
        channel: ColorChannel? = nil,
        tone: ToneAdjustment = ToneAdjustment(),
        clipping: PixelRect? = nil,
        isMarked: Bool = false
    ) { (self.channel, self.tone, self.clipping, self.isMarked) = (channel, tone, clipping, isMarked) }

    package var isEmpty: Bool { channel == nil && tone.isNeutral && clipping == nil && !isMarked }

    /// Returns the changed picture, or the original if there are no changes.
    /// - Precondition: The picture is `PixelFormat.bgra`.
    package func drawn(over picture: Picture) throws(MachineShortage) -> Picture {
        guard !isEmpty else { return picture }
        precondition(picture.format == .bgra, "screens require BGRA")
        return try picture.withUnsafeBytes { (bytes) throws(MachineShortage) in
            try Picture(size: picture.size, format: .bgra) { target in
                if let channel { Self.copy(bytes, channel, to: target) } else { target.copyMemory(from: bytes) }
                if !tone.isNeutral { Self.adjust(target, by: tone.table) }
                let part = clipping?.intersection(PixelRect(picture.size)) ?? .zero
                for row in part.rows {
                    let start = 4 * (row * picture.size.width + part.x)
                    Self.colorClipping(.init(rebasing: target[start..<start + 4 * part.size.width]))
                }
                if isMarked { Self.drawMark(on: target.bindMemory(to: UInt32.self), picture.size) }
            }
        }
    }

    private static func adjust(_ pixels: UnsafeMutableRawBufferPointer, by table: [UInt8]) {
        let words = pixels.bindMemory(to: UInt32.self)
        table.withUnsafeBufferPointer { table in
            for index in words.indices {
                let word = UInt32(littleEndian: words[index])
                let (blue, green) = (table[Int(word & 0xFF)], table[Int(word >> 8 & 0xFF)])
                let red = table[Int(word >> 16 & 0xFF)]
                words[index] = (word & 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)).littleEndian
            }
        }
    }

    private static func colorClipping(_ pixels: UnsafeMutableRawBufferPointer) {
        let words = pixels.bindMemory(to: UInt32.self)
        for index in words.indices {
            let color = UInt32(littleEndian: words[index]) & 0xFF_FFFF
            if color & 0xFF == 0xFF || color & 0xFF00 == 0xFF00 || color & 0xFF_0000 == 0xFF_0000 {
                words[index] = UInt32(0xFFFF_0000).littleEndian
            } else if color == 0 {
                words[index] = UInt32(0xFF00_00FF).littleEndian
            }
        }
    }

    private static func copy(
        _ source: UnsafeRawBufferPointer,
        _ channel: ColorChannel,
        to target: UnsafeMutableRawBufferPointer
    ) {
        let (blue, green, red, alpha): (UInt32, UInt32, UInt32, UInt32) =
            switch channel {
            case .blue: (65536, 0, 0, 0)
            case .green: (0, 65536, 0, 0)
            case .red: (0, 0, 65536, 0)
            case .alpha: (0, 0, 0, 65536)
            case .luminance: (4732, 46871, 13933, 0)
            }
        let (from, to) = (source.bindMemory(to: UInt32.self), target.bindMemory(to: UInt32.self))
        for index in 0..<min(from.count, to.count) {
            let word = UInt32(littleEndian: from[index])
            let colors = word & 0xFF &* blue &+ word >> 8 & 0xFF &* green &+ word >> 16 & 0xFF &* red
            let gray = (colors &+ word >> 24 &* alpha &+ 32768) >> 16
            to[index] = (gray &* 0x01_0101 | 0xFF00_0000).littleEndian
        }
    }

    private static func drawMark(on words: PixelWords, _ size: PixelSize) {
        func fill(x: Int, y: Int, width: Int, height: Int) {
            let (left, end) = (max(0, x), min(x + width, size.width))
            guard left < end else { return }
            for row in max(0, y)..<max(0, y, min(y + height, size.height)) {
                let start = row * size.width
                for index in start + left..<start + end { words[index] = UInt32(0xFFFF_0000).littleEndian }
            }
        }
        let line = max(2, size.height / 120)
        fill(x: 0, y: 0, width: size.width, height: line)
        fill(x: 0, y: size.height - line, width: size.width, height: line)
        fill(x: 0, y: 0, width: line, height: size.height)
        fill(x: size.width - line, y: 0, width: line, height: size.height)
    }
}
