import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FoundationEssentials
import GStreamer

extension FuzzTarget {
    /// What Flipbook wrote itself, or another program in its place, and reads again: films, plans, states, notes; tables of
    /// colors; and what a terminal sends.
    static let media = [
        FuzzTarget("video", video), FuzzTarget("cube", cube), FuzzTarget("plan", plan), FuzzTarget("state", state),
        FuzzTarget("notes", notes), FuzzTarget("receipt", receipt), FuzzTarget("matroska", matroska),
        FuzzTarget("sound", sound), FuzzTarget("keys", keys), FuzzTarget("replies", replies),
    ]

    private static let file = FilePath("fuzz")

    /// A table of colors has one for each, or a mistake in one line.
    @Sendable private static func cube(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(ColorLookupTableError) {
                let table = try ColorLookupTable(bytes, of: file)
                for number: Float in [0, 0.18, 1, -.greatestFiniteMagnitude, .infinity] {
                    _ = table.color(SIMD4(number, 0.5, 1 - number, 1))
                }
                return .read
            } catch {
                return Outcome(refused: error.description)
            }
        }
    }

    /// A plan is written so that it reads the same, and its segments have the frames that they say.
    @Sendable private static func plan(_ bytes: [UInt8]) -> Outcome {
        document(bytes, as: SegmentPlan.self) { plan in
            for segment in [0, plan.segmentCount - 1] where plan.segmentCount > 0 {
                let frames = plan.frames(ofSegment: segment)
                guard frames.count < 1000 else { continue }
                do throws(ExportError) {
                    let listed = try plan.sequence(of: frames).0.frames.count
                    if listed != frames.count { return "segment \(segment) has \(listed) frames, not \(frames.count)" }
                } catch {
                    if !error.description.isPlainLine { return "the message is no line: \(error)" }
                }
                _ = plan.timing(of: frames)
            }
            return nil
        }
    }

    @Sendable private static func state(_ bytes: [UInt8]) -> Outcome {
        document(bytes, as: RestorableState.self) { _ in nil }
    }

    @Sendable private static func receipt(_ bytes: [UInt8]) -> Outcome {
        document(bytes, as: ExportReceipt.self) { _ in nil }
    }

    /// What holds of a document in JSON, if it is one: it is written so that it reads the same.
    private static func document<Value: Codable & Equatable>(
        _ bytes: [UInt8],
        as type: Value.Type,
        _ fault: (Value) -> String?
    ) -> Outcome {
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else { return .refused }
        do {
            guard try JSONDecoder().decode(type, from: JSONEncoder().encode(value)) == value else {
                return .broken("what it writes reads otherwise: \(value)")
            }
        } catch {
            return .broken("what it writes cannot be read: \(value)")
        }
        return Outcome(read: fault(value))
    }

    /// Notes are written so that they read the same, once their points are rounded.
    @Sendable private static func notes(_ bytes: [UInt8]) -> Outcome {
        typealias Notes = (notes: FrameNotes, sequence: String)
        func written(_ found: Notes) throws -> Notes {
            try NotesFile.notes(in: Array(NotesFile.text(of: found.notes, on: found.sequence).utf8), of: file)
        }
        let found: Notes
        do throws(NotesFile.Failure) { found = try NotesFile.notes(in: bytes, of: file) } catch {
            return Outcome(refused: error.description)
        }
        do {
            let rounded = try written(found)
            return try written(rounded) == rounded
                ? .read : .broken("what they are written as reads otherwise: \(rounded)")
        } catch {
            return .broken("what they are written as cannot be read: \(found)")
        }
    }

    /// What a file says of its encoder changes bytes that it has, and its sound begins at its beginning or later.
    @Sendable private static func sound(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(ImageError) {
                let delay = try EncoderDelay(FileReader(bytes))
                guard delay.changes.allSatisfy({ $0.offset >= 0 && $0.offset + $0.bytes.count <= bytes.count }) else {
                    return .broken("changes beyond the file: \(delay.changes)")
                }
                guard delay.sound?.lowerBound ?? 0 >= 0 else { return .broken("sound at \(delay.sound ?? 0..<0)") }
                return delay.changes.isEmpty ? .refused : .read
            } catch {
                return Outcome(refused: error.description)
            }
        }
    }

    /// Whatever a film says of itself, it is read to its end, and what is told of it is one line.
    @Sendable private static func matroska(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(ExportError) {
                let found = try ReadBack.reading(matroska: bytes)
                guard found.times.count <= found.frameCount, found.mediaType.isPlainLine else {
                    return .broken("\(found.frameCount) frames at \(found.times.count) times of \(found.mediaType)")
                }
                return found.times.max() == found.lastTime
                    ? .read : .broken("the last time is another one than the last frame's")
            } catch {
                return Outcome(refused: error.description)
            }
        }
    }

    /// Whatever a video says of its parts, it is whole or cut, and its colors are one or the other.
    @Sendable private static func video(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(ImageError) {
                var file = try FileReader(bytes)
                _ = AV1SequenceHeader(bytes)
                guard let container = VideoContainer(try file.head()) else { return .refused }
                _ = (try container.isCut(&file), try container.isFullRange(&file))
                _ = try container.hasLongSample(&file)
                return .read
            } catch {
                return Outcome(refused: error.description)
            }
        }
    }

    /// However a terminal's bytes are cut up, they are the same keys.
    @Sendable private static func keys(_ bytes: [UInt8]) -> Outcome {
        var (whole, cut) = (TerminalKeyParser(), TerminalKeyParser())
        let expected = whole.take(bytes) + whole.finish()
        let found = bytes.flatMap { cut.take([$0]) } + cut.finish()
        return expected == found ? .read : .broken("\(expected) and \(found)")
    }

    @Sendable private static func replies(_ bytes: [UInt8]) -> Outcome {
        guard let cell = TerminalReplies(bytes).cell else { return .read }
        return (1...500).contains(cell.width) && (1...500).contains(cell.height)
            ? .read : .broken("a cell of \(cell)")
    }
}
