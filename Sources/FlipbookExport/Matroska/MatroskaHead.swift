import FlipbookCore
import FlipbookMedia

/// The head of a Matroska file with one video track and optional sound (RFC 9559).
struct MatroskaHead: Sendable {
    private let job: EncodingJob
    private let sound: MatroskaSound?

    init(_ job: EncodingJob, sound: MatroskaSound?) { (self.job, self.sound) = (job, sound) }

    /// Returns the head for a file length and the offset of the index. The head always has the same length.
    func bytes(byteCount: Int, index: Int) -> [UInt8] {
        let type = job.format == .webM ? "webm" : "matroska"
        let versions = [
            EBML.number(0x4286, 1), EBML.number(0x42F7, 1), EBML.number(0x42F2, 4), EBML.number(0x42F3, 8),
            EBML.text(0x4282, type), EBML.number(0x4287, 4), EBML.number(0x4285, 2),
        ]
        let header = EBML.list(0x1A45_DFA3, versions)
        let start = header.count + EBML.bytes(of: Self.segment).count + 8
        let parts = [(0x1549_A966, info), (0x1654_AE6B, tracks), (0x1254_C367, tags)].filter { !$0.1.isEmpty }
        func seekHead(_ places: [(UInt32, Int)]) -> [UInt8] {
            let seeks = places.map { id, place in
                EBML.list(0x4DBB, [EBML.element(0x53AB, EBML.bytes(of: id)), EBML.number(0x53AC, place)])
            }
            return EBML.list(0x114D_9B74, seeks)
        }
        let ids = parts.map { UInt32($0.0) } + [Self.cues]
        var place = seekHead(ids.map { ($0, 0) }).count
        var places: [Int] = []
        for part in parts {
            places.append(place)
            place += part.1.count
        }
        places.append(max(0, index - start))
        return header + EBML.bytes(of: Self.segment) + EBML.length(max(0, byteCount - start))
            + seekHead(Array(zip(ids, places))) + parts.flatMap(\.1)
    }

    /// The offset to which the file's positions are relative.
    var origin: Int {
        let whole = bytes(byteCount: 0, index: 0)
        let marker = EBML.bytes(of: Self.segment)
        let place = whole.indices.first { whole[$0...].starts(with: marker) } ?? 0
        return place + marker.count + 8
    }

    static let segment: UInt32 = 0x1853_8067
    static let cues: UInt32 = 0x1C53_BB6B

    private var info: [UInt8] {
        let length = job.timing.nanosecond(ofFrame: job.frameCount)
        let parts = [
            EBML.number(0x2A_D7B1, job.matroskaUnit),
            EBML.float(0x4489, (Double(length) / Double(job.matroskaUnit)).rounded()),
            EBML.text(0x4D80, "Flipbook"), EBML.text(0x5741, "Flipbook"),
        ]
        return EBML.list(0x1549_A966, parts + (job.metadata[.title].map { [EBML.text(0x7BA9, $0)] } ?? []))
    }

    /// The video track, with its codec, size, colors, and alpha mode.
    private var tracks: [UInt8] {
        let (isVP8, colors) = (job.codec == .vp8, job.codePoints)
        let range = job.request.storedColors.range == .limited ? 1 : 2
        let color = [
            EBML.number(0x55B1, colors.matrix), EBML.number(0x55B9, range),
            EBML.number(0x55BA, colors.transfer), EBML.number(0x55BB, colors.primaries),
        ]
        let video = [
            EBML.number(0xB0, job.size.width), EBML.number(0xBA, job.size.height),
            // The pictures are progressive.
            EBML.number(0x9A, 2), EBML.number(0x53C0, job.storesAlphaApart ? 1 : 0), EBML.list(0x55B0, color),
        ]
        let rate = job.rate.map { rate in
            [EBML.number(0x23_E383, Int(1_000_000_000 * Int64(rate.denominator) / Int64(rate.numerator)))]
        }
        let parts = [
            EBML.number(0xD7, 1), EBML.number(0x73C5, 1), EBML.number(0x83, 1), EBML.number(0x9C, 0),
            EBML.text(0x86, isVP8 ? "V_VP8" : "V_VP9"), EBML.number(0x55EE, 1),
        ]
        let track = EBML.list(0xAE, parts + (rate ?? []) + [EBML.list(0xE0, video)])
        return EBML.list(0x1654_AE6B, [track] + (sound.map { [$0.entry] } ?? []))
    }

    private var tags: [UInt8] {
        let texts = Self.simpleTags(job.metadata)
        guard !texts.isEmpty else { return [] }
        return EBML.list(0x1254_C367, [EBML.list(0x7373, [EBML.list(0x63C0, []), texts])])
    }

    static func simpleTags(_ metadata: Metadata) -> [UInt8] {
        let names: [Metadata.Field: String] = [
            .title: "TITLE", .description: "DESCRIPTION", .author: "ARTIST", .comment: "COMMENT",
        ]
        return metadata.fields.flatMap { field, text in
            EBML.list(0x67C8, [EBML.text(0x45A3, names[field] ?? field.rawValue), EBML.text(0x4487, text)])
        }
    }
}
