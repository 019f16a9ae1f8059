package import FlipbookCore

/// A list of files in ffmpeg's `ffconcat version 1.0` format. It follows the documentation of ffmpeg's concat demuxer, except
/// that the duration of the last file is respected. Directives that have no effect on images are skipped, and a note lists
/// them. All other directives except `file` and `duration` cause errors.
package enum ConcatScript {
    private static let mostLines = 2_000_000

    /// Reads a script and returns its manifest, notes for its author, and the position of each file's line.
    package static func read(_ text: [UInt8], file: FilePath)
        throws(ManifestError) -> (manifest: SequenceManifest, notes: [String], positions: [ManifestNode.Position])
    {
        var reader = ConcatReader()
        let text = text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if reader.faults.count >= ManifestError.largestFaultCount { break }
            reader.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1)
        }
        if reader.faults.isEmpty {
            if lines.count > mostLines { reader.fault(mostLines, 1, "the file has too many lines") }
            if reader.entries.isEmpty {
                reader.fault(1, 1, "there is nothing to show; add lines such as: file walk1.png")
            }
        }
        guard reader.faults.isEmpty else { throw ManifestError(file: file, faults: reader.faults) }
        var manifest = SequenceManifest()
        manifest.animationImages = .list(reader.entries)
        let (count, without) = (reader.entries.count, reader.entries.count { $0.duration == nil })
        let note = "\(file): files without a duration (\(without) of \(count)) are shown for one frame each"
        let notes = without == 0 || without == count ? [] : [note]
        return (manifest, notes + reader.notes(file: file), reader.positions)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns whether text begins like an ffconcat script, that is, whether the first word outside comments is `ffconcat` or
    /// `file`.
    package static func isLikely(_ text: [UInt8]) -> Bool {
        let text = text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
        for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            var words = ConcatWords(line)
            guard let word = words.keyword(), word.first != UInt8(ascii: "#") else { continue }
            return word.elementsEqual("ffconcat".utf8) || word.elementsEqual("file".utf8) && words.keyword() != nil
        }
        return false
    }

    fileprivate struct ConcatReader {
        private(set) var faults: [ManifestFault] = []
        private(set) var entries: [SequenceManifest.Entry] = []
        private(set) var positions: [ManifestNode.Position] = []
        private var passedOver: [(directive: String, line: Int)] = []

        func notes(file: FilePath) -> [String] {
            guard !passedOver.isEmpty else { return [] }
            let names = passedOver.map { "\($0.directive) (line \($0.line))" }.joined(separator: ", ")
            return ["\(file): directives other than file and duration were skipped: \(names)"]
        }

        private mutating func passOver(_ directive: String, line: Int) {
            if !passedOver.contains(where: { $0.directive == directive }) { passedOver.append((directive, line)) }
        }

        mutating func fault(_ line: Int, _ column: Int, _ message: String) {
            faults.append(ManifestFault(at: .init(line: line, column: column), message: message))
        }

        mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
            var words = ConcatWords(line)
            guard let word = words.keyword(), word.first != UInt8(ascii: "#") else { return }
            let column = words.column
            let directive = String(decoding: word, as: UTF8.self)
            switch directive {
            case "ffconcat":
                guard words.keyword().map(Array.init) == Array("version".utf8),
                    words.keyword().map(Array.init) == Array("1.0".utf8)
                else { return fault(number, column, "only 'ffconcat version 1.0' is supported") }
                guard number == 1
                else { return fault(number, column, "ffconcat version 1.0 is allowed only on the first line") }
            case "file":
                do throws(ConcatWords.Problem) {
                    guard let name = try words.argument(), !name.isEmpty, !name.utf8.contains(0)
                    else { return fault(number, column, "file: the name is missing; write: file walk1.png") }
                    entries.append(.init(image: FilePath(name)))
                    positions.append(.init(line: number, column: words.column))
                } catch { return fault(number, words.column, "file: \(error.message)") }
            case "duration":
                guard let entry = entries.indices.last
                else { return fault(number, column, "duration: no file precedes it") }
                guard entries[entry].duration == nil
                else { return fault(number, column, "duration: the file above already has a duration; remove one") }
                let text = words.keyword().map { String(decoding: $0, as: UTF8.self) } ?? ""
                guard let duration = RationalTime(concatDuration: text) else {
                    let range = "a time above 0 and up to \(SequenceManifest.longestDuration) seconds"
                    let found = String(text.prefix(60)).escapingControlCharacters
                    let advice = "such as 0.5, 500ms or 00:00:00.5, found '\(found)'"
                    return fault(number, column, "duration: expected \(range), \(advice)")
                }
                entries[entry].timing = .duration(duration)
            // These directives have no effect on single images.
            case "file_packet_metadata", "file_packet_meta", "option", "stream", "exact_stream_id", "stream_meta",
                "stream_codec", "stream_extradata", "chapter":
                return passOver(directive, line: number)
            case "inpoint", "outpoint":
                let text = words.keyword().map { String(decoding: $0, as: UTF8.self) } ?? ""
                if directive == "inpoint", RationalTime.isConcatZero(text) { return passOver(directive, line: number) }
                return fault(number, column, "\(directive): a single image cannot be trimmed. Remove the line.")
            default:
                let advice = nearestWord(to: directive, among: ["file", "duration"]).map { "did you mean '\($0)'?" }
                let (name, rest) = (String(directive.prefix(40)), advice ?? "only file and duration are read")
                return fault(number, column, "'\(name.escapingControlCharacters)': there is no such directive; \(rest)")
            }
            if words.keyword() != nil {
                fault(number, words.column, "\(directive): unexpected text; put a name with spaces in '...'")
            }
        }
    }
}
