import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let formatByExtension = LintRule(
        .init("load.format-by-extension", .warning, evidence: .headers, fixable: .safe),
        summary: "A file's extension does not match its format.",
        notes: "Flipbook ignores the extension. load.unsupported reports files whose format Flipbook does not read.",
        why: "Programs that rely on the extension reject the file, and servers send it with the wrong media type.",
        remedy: "Rename the file. If the other frames have the right extension, convert it to their format instead.",
        passing: [["walk.1.png", "walk.2.PNG"], ["loop.apng"]],
        failing: [["walk.1.jpg", "walk.2.jpg"], ["logo.tga"]],
        judge: .frameKinds({ FormatMismatch(of: $0) }) { mismatch, frames, sequence in
            let right = mismatch.format.extensions[0]
            // If one frame gets a different extension, it is no longer part of its sequence.
            let isPart = sequence.isAnimation && frames.count < sequence.frames.count
            let renamings = isPart ? [] : frames.renamings(in: sequence.pattern) { $0.setExtension(right) }
            return frames.verdict(
                one: "is \(mismatch.format.noun), although its extension is .\(mismatch.word).",
                many: "are \(mismatch.format.name) files, although their extension is .\(mismatch.word).",
                fix: isPart
                    ? "Convert \(frames.them) to \(mismatch.word.uppercased())."
                    : "Rename \(frames.them) to .\(right).",
                by: sequence.isAnimation ? .whole(.rename(renamings)) : .renames(renamings),
                measured: .init(".\(right)", expected: ".\(mismatch.word)")
            )
        }
    )

    package static let unsupported = LintRule(
        .init("load.unsupported", .error, evidence: .headers),
        summary: "A file is not a picture that Flipbook can read.",
        notes: "The finding is only a warning if the extension matches the format (photo.psd), since folders may "
            + "contain other files. One finding covers all files of a format. To reject such files, set the severity "
            + "to error.",
        why: "Flipbook cannot show the file. The usual cause is a wrong extension or a Git LFS pointer.",
        remedy: "Convert the file to PNG (an animation to one PNG per picture), or leave it out.",
        failing: [
            ["walk.1.png", "walk.2.png", .init("walk.3.png", .fault(.notAnImage(found: "a Photoshop file")))],
            [
                .init("photo.1.psd", .fault(.notAnImage(found: "a Photoshop file"))),
                .init("photo.2.psd", .fault(.notAnImage(found: "a Photoshop file"))),
            ],
        ],
        judge: .sequence(
            { sequence in
                // In a sequence with readable pictures, any file in a different format is unusual, regardless of its extension.
                let takesWord = sequence.kind == .stills || !sequence.frames.contains { isCalledReadable($0.path) }
                var groups = FrameGroups<ForeignKind>()
                for frame in sequence.frames {
                    let found: FileContents
                    if case .notAnImage(let kind) = frame.fault?.reason {
                        found = kind
                    } else if case .channels(let error) = frame.fault?.reason {
                        groups.append(frame, to: ForeignKind(error))
                        continue
                    } else if let format = frame.header?.format, !format.isDecoded {
                        found = FileContents(format)
                    } else {
                        continue
                    }
                    let word = frame.path.lastComponent.lowercasedExtension
                    // A PDF file in an asset catalog may be a drawing. In other folders, documents among pictures are ignored.
                    let isOfImage = FolderEvidence.imageExtensions.contains(word) || word == "pdf"
                    let isWord = takesWord && !isCalledReadable(frame.path) && isOfImage
                    groups.append(frame, to: isWord ? .named(word, converter: found.converter) : .found(found))
                }
                return groups.all.map { $0.verdict(on: $1) }
            },
            merging: (
                key: { $0.measured.flatMap { $0.hasPrefix(".") ? $0 : nil } },
                verdict: { word, findings in
                    let files = findings.flatMap(\.files)
                    return Verdict(
                        on: files.map { FrameEvidence(path: $0, number: nil) },
                        message: "\(files.count.of("file")) here are \(word) files, which Flipbook does not read.",
                        fix: "Convert them to PNG, or leave them out.",
                        measured: .init(word, expected: readFormats)
                    )
                }
            )
        )
    )
}

extension FileContents {
    fileprivate var converter: String? { if case .foreign(let converter) = kind { converter } else { nil } }
}

private struct FormatMismatch: Hashable {
    let word: String
    let format: ImageFormat

    init?(of frame: FrameEvidence) {
        // Pictures inside OpenRaster and Ugoira files have no names.
        guard let header = frame.header, !header.isArchived || frame.archivedPicture != nil else { return nil }
        let format = header.format
        let word = frame.path.lastComponent.lowercasedExtension
        let named = ImageCodecs.standard.format(forExtension: word)
        // A missing or unknown extension does not imply a format.
        guard named != format, named != nil || FolderEvidence.imageExtensions.contains(word) else { return nil }
        if !format.isDecoded && named?.hasDecoder ?? false { return nil }
        (self.word, self.format) = (word, format)
    }
}

private enum ForeignKind: Hashable {
    /// A format that is recognized by its extension, and the command that converts it to PNG, if any.
    case named(String, converter: String?)
    case found(FileContents)
    /// Missing channels, as a phrase that follows the noun: `without the layer spec`.
    case lacking(String, Setting)

    init(_ error: ChannelChoiceError) {
        switch error {
        case .noLayer(let name, _): self = .lacking("without the layer \(name.escapingControlCharacters)", .layer)
        case .noChannel(let name, _):
            self = .lacking("without the channel \(name.escapingControlCharacters)", .channels)
        case .scattered: self = .lacking("whose channels are in different parts", .channels)
        case .uncolored(let layer, _, _):
            let place = layer.map { " in its layer \($0.escapingControlCharacters)" } ?? ""
            self = .lacking("without red, green and blue channels at full resolution\(place)", .channels)
        }
    }

    func verdict(on frames: [FrameEvidence]) -> Verdict {
        let pictures = frames.contains { $0.details?.isAnimated ?? false } ? " (each picture of an animation)" : ""
        switch self {
        case .named(let word, let converter):
            let by = converter.map { " (\($0))" } ?? pictures
            let message = "a .\(word) file, which Flipbook does not read."
            let many = "are .\(word) files, which Flipbook does not read."
            let fix: Explanation = "Convert \(frames.them) to PNG\(by), or leave \(frames.them) out."
            let measured = Verdict.Measurement(".\(word)", expected: readFormats)
            return frames.verdict(severity: .warning, one: message, many: many, fix: fix, measured: measured)
        case .lacking(let lack, let setting):
            return frames.verdict(
                one: "an OpenEXR file \(lack).",
                many: "are OpenEXR files \(lack).",
                fix: "Choose a layer or channel that \(frames.count == 1 ? "it has" : "they have") with "
                    + "\(remedy: .set(setting)), or convert \(frames.them) to PNG.",
                measured: .init(lack, expected: readFormats)
            )
        case .found(let found):
            let words = ForeignContent(found, isOne: frames.count == 1)
            let measured = Verdict.Measurement(found.noun, expected: readFormats)
            return frames.verdict(one: words.one, many: words.many, fix: words.fix, measured: measured)
        }
    }
}

private let readFormats = ImageCodecs.standard.formats.filter(\.hasDecoder).map(\.name).joined(separator: ", ")

private func isCalledReadable(_ path: FilePath) -> Bool {
    ImageCodecs.standard.format(forExtension: path.lastComponent.lowercasedExtension)?.hasDecoder ?? false
}
