import FlipbookMedia
import Glibc

/// Metadata for GStreamer's muxers, and corrections of their output: no muxer in version 1.22 writes all fields correctly.
struct MuxedTags: Sendable {
    /// Returns the fields for the muxer, under GStreamer's names.
    let given: @Sendable (Metadata) -> [(name: String, text: String)]
    /// Returns a correction of the file, with its offset, or `nil` if none is needed.
    let change: @Sendable (Metadata, UnsafeRawBufferPointer) -> (offset: Int, bytes: [UInt8])?

    /// MPEG-4 and QuickTime. The muxer does not support descriptions. It writes the description as a grouping tag, which is
    /// then renamed.
    static let mpeg4 = MuxedTags(
        given: { metadata in
            let names: [Metadata.Field: String] = [
                .title: "title", .author: "artist", .comment: "comment", .description: "grouping",
            ]
            return metadata.fields.compactMap { field, text in names[field].map { ($0, text) } }
        },
        change: { metadata, file in
            guard metadata[.description] != nil else { return nil }
            let name: [UInt8] = [0xA9] + Array("grp".utf8)
            return file.firstPlace(of: name) { place in
                place + 12 <= file.count && file[place + 8..<place + 12].elementsEqual("data".utf8)
            }.map { ($0, Array("desc".utf8)) }
        }
    )

    /// Matroska. The muxer escapes quotes and backslashes, and does not support descriptions. It writes a placeholder, which is
    /// then replaced.
    static let matroska = MuxedTags(
        given: { metadata in
            let length = MatroskaHead.simpleTags(metadata).count
            return length == 0 ? [] : [("comment", String(repeating: "flipbook", count: length / 8 + 4))]
        },
        change: { metadata, file in
            let tags = MatroskaHead.simpleTags(metadata)
            let wanted = Array(String(repeating: "flipbook", count: tags.count / 8 + 4).utf8)
            guard !tags.isEmpty, let text = file.firstPlace(of: wanted) else { return nil }
            // The element that contains the name and the text begins shortly before the text.
            let id: [UInt8] = [0x67, 0xC8]
            let start = (max(0, text - 60)..<text).last { file[$0..<$0 + 2].elementsEqual(id) }
            // The muxer writes a zero after the text, at the end of the element.
            guard let start, let length = EBML.number(in: file, at: start + 2), start + 2 + length.count <= text
            else { return nil }
            let end = start + 2 + length.count + Int(length.value)
            let rest = end - start - tags.count
            // A void element fills the rest: its ID, and its length in 8 bytes.
            guard rest >= 9, end <= file.count else { return nil }
            return (start, tags + EBML.element(0xEC, [UInt8](repeating: 0, count: rest - 9)))
        }
    )
}

extension UnsafeRawBufferPointer {
    fileprivate func firstPlace(of bytes: [UInt8], where isRight: (Int) -> Bool = { _ in true }) -> Int? {
        guard let base = baseAddress else { return nil }
        var place = 0
        while place + bytes.count <= count,
            let found = memchr(base + place, Int32(bytes[0]), count - place - bytes.count + 1)
        {
            place = base.distance(to: UnsafeRawPointer(found))
            if self[place..<place + bytes.count].elementsEqual(bytes), isRight(place) { return place }
            place += 1
        }
        return nil
    }
}
