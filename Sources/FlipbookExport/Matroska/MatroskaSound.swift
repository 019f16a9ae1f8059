import FlipbookMedia
import GStreamer

struct MatroskaSound: Sendable {
    struct Coding: Sendable {
        let name: String
        /// Returns the decoder's configuration, given the headers that precede all samples.
        let setup: @Sendable ([[UInt8]]) -> [UInt8]

        /// Vorbis: three headers in one, preceded by the lengths of the first two.
        static let vorbis = Coding(name: "A_VORBIS") { headers in
            let lengths = headers.dropLast().flatMap { header in
                [UInt8](repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
            }
            return [UInt8(headers.count - 1)] + lengths + headers.joined()
        }

        static let flac = Coding(name: "A_FLAC") { Array($0.joined()) }
    }

    /// The audio track's number. The video track has the number 1.
    static let track = 2

    let entry: [UInt8]
    private let packets: AppSink
    private var waiting: MediaPacket?

    /// Waits for the encoder's headers and the first packet. Returns `nil` if there are no packets.
    init?(_ packets: AppSink, _ coding: Coding, channels: Int) async {
        var headers: [[UInt8]] = []
        var first = await packets.next()
        while let header = first, header.isHeader {
            guard let bytes = header.bytes else { return nil }
            headers.append(bytes)
            first = await packets.next()
        }
        guard let first, !headers.isEmpty else { return nil }
        (self.packets, waiting) = (packets, first)
        let parts = [
            EBML.number(0xD7, Self.track), EBML.number(0x73C5, Self.track), EBML.number(0x83, 2),
            EBML.number(0x9C, 0), EBML.text(0x86, coding.name), EBML.element(0x63A2, coding.setup(headers)),
            EBML.list(0xE1, [EBML.float(0xB5, Double(AudioReader.rate)), EBML.number(0x9F, channels)]),
        ]
        entry = EBML.list(0xAE, parts)
    }

    /// Waits for the next packet before a time. Returns `nil` if the next packet is later, or if there are no more packets.
    mutating func next(before time: Int64) async -> MediaPacket? {
        guard let packet = waiting, packet.bufferTime ?? 0 < time else { return nil }
        waiting = await packets.next()
        return packet
    }
}
