import FlipbookImaging

/// How often an animated AVIF is played, 0 for ever: the edit lists of its tracks (ISO/IEC 14496-12, 8.6.6), which libavif 0.11
/// does not write.
///
/// An edit list with the flag 1 repeats its only entry until the track's duration is over.
struct AVIFLoop: Equatable {
    let count: Int

    init(count: Int) { self.count = count }

    /// What a file says; `nil` where it says nothing.
    init?(of file: UnsafeRawBufferPointer) {
        let boxes = MPEG4Boxes(file: file)
        guard let track = boxes.track(ofType: "pict"),
            let list = boxes.contents(of: "elst", in: boxes.contents(of: "edts", in: [track])).first, list.count == 28,
            let header = boxes.contents(of: "tkhd", in: [track]).first, header.count >= 36, file[header.lowerBound] == 1
        else { return nil }
        let duration = file.bigEndian(at: header.lowerBound + 28, count: 8)
        let once = file.bigEndian(at: list.lowerBound + 8, count: 8)
        guard file[list.lowerBound + 3] == 1, once > 0 else {
            count = 1
            return
        }
        count = duration == .max ? 0 : Int(clamping: duration / once)
    }

    /// Bytes of the box that each track gets.
    private static let boxLength = 44

    /// Adds the edit lists to a file of libavif's, in which nothing but its tracks and its items says where samples lie.
    func add(to file: inout [UInt8]) {
        var places: [Int] = []
        file.withUnsafeBytes { bytes in
            let boxes = MPEG4Boxes(file: bytes)
            let movie = boxes.contents(of: "moov", in: [0..<bytes.count])
            places = boxes.contents(of: "trak", in: movie).map(\.lowerBound)
        }
        let growth = places.count * Self.boxLength
        let (old, patches) = (file, patches(file, growth: growth))
        for (place, bytes) in patches { file.replaceSubrange(place..<place + bytes.count, with: bytes) }
        // From the end, so that the places before stay where they are.
        for track in places.reversed() {
            let duration = old.withUnsafeBytes { Self.mediaDuration($0, track) }
            let header = old.withUnsafeBytes { Self.header($0, track) }
            guard let header else { continue }
            file.insert(contentsOf: editList(lasting: duration), at: header.upperBound)
        }
    }

    /// An edit list with one entry: all of the track, at its own speed.
    private func editList(lasting duration: UInt64) -> [UInt8] {
        let flags = count == 1 ? 0 : 1
        let list =
            big(36, 4) + Array("elst".utf8) + big(1 << 24 | flags, 4) + big(1, 4)
            + big(duration, 8) + big(0, 8) + big(1 << 16, 4)
        return big(Self.boxLength, 4) + Array("edts".utf8) + list
    }

    /// What changes of the bytes that are there: the boxes' lengths, the tracks' durations, where samples and items lie.
    private func patches(_ file: [UInt8], growth: Int) -> [(Int, [UInt8])] {
        file.withUnsafeBytes { bytes in
            let boxes = MPEG4Boxes(file: bytes)
            let movie = boxes.contents(of: "moov", in: [0..<bytes.count])
            let tracks = boxes.contents(of: "trak", in: movie)
            var patches: [(Int, [UInt8])] = []
            func add(_ value: Int, to place: Int, _ count: Int) {
                patches.append((place, big(bytes.bigEndian(at: place, count: count) &+ UInt64(value), count)))
            }
            for movie in movie { add(growth, to: movie.lowerBound - 8, 4) }
            for track in tracks {
                add(Self.boxLength, to: track.lowerBound - 8, 4)
                guard let header = Self.header(bytes, track.lowerBound) else { continue }
                let duration = Self.mediaDuration(bytes, track.lowerBound)
                let whole = count == 0 ? UInt64.max : duration &* UInt64(count)
                patches.append((header.lowerBound + 28, big(whole, 8)))
                var place = [track]
                for type in ["mdia", "minf", "stbl", "stco"] { place = boxes.contents(of: type, in: place) }
                for table in place {
                    for entry in 0..<Int(bytes.bigEndian(at: table.lowerBound + 4, count: 4)) {
                        add(growth, to: table.lowerBound + 8 + 4 * entry, 4)
                    }
                }
            }
            // A full box: 4 bytes precede those within.
            // Texts are items of the tracks, too.
            let meta = boxes.contents(of: "meta", in: [0..<bytes.count] + tracks)
                .map { $0.lowerBound + 4..<$0.upperBound }
            for items in boxes.contents(of: "iloc", in: meta) {
                // Version 0, with offsets and lengths of four bytes: each item has its number, a place and one extent.
                for item in 0..<Int(bytes.bigEndian(at: items.lowerBound + 6, count: 2)) {
                    add(growth, to: items.lowerBound + 8 + item * 14 + 6, 4)
                }
            }
            return patches
        }
    }

    private static func header(_ file: UnsafeRawBufferPointer, _ track: Int) -> Range<Int>? {
        let boxes = MPEG4Boxes(file: file)
        let end = track - 8 + Int(file.bigEndian(at: track - 8, count: 4))
        return boxes.contents(of: "tkhd", in: [track..<end]).first
    }

    /// How long a track's pictures last together, in its own ticks, which are the movie's, too.
    private static func mediaDuration(_ file: UnsafeRawBufferPointer, _ track: Int) -> UInt64 {
        header(file, track).map { file.bigEndian(at: $0.lowerBound + 28, count: 8) } ?? 0
    }
}
