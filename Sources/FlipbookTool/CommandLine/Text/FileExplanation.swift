package import FlipbookCore
import FlipbookImaging
import FlipbookManifest
import FlipbookSequences

package struct FileExplanation {
    package let path: FilePath
    let list: FrameList

    let layers: [ImageLayer]
    private let header: ImageHeader?
    private let stack: ImageStack?

    package init?(_ path: FilePath) throws {
        guard !path.string.utf8.contains(0), !path.string.isEmpty else { return nil }
        self.path = path
        do {
            let sheet = try SheetInput.sheet(at: path)
            if let archive = ArchivedPictures(path, codecs: .ofCommand), archive.folders.count > 1 {
                throw SequenceLocatorError.severalFolders(path, archive.inputs)
            }
            if let list = sheet?.frames ?? FrameList(picturesOf: path, codecs: .ofCommand) {
                (self.list, layers, header, stack) = (list, [], nil, list.stack(codecs: .ofCommand))
                return
            }
            guard ManifestFile.absence(of: path) == nil, ManifestFile.format(of: path) == nil else { return nil }
            header = try ImageHeader.read(contentsOf: path, codecs: .ofCommand)
            layers = try ImageCodecs.ofCommand.parts(ofFileAt: path)
            list = try SequenceLocator().locate([path.string], codecs: .ofCommand)
            stack = nil
        } catch let error as ImageError { throw Failure.usage("\(path): \(error.explanation.sentence)") }
    }

    package var sentence: String {
        if let header { return pictureText(header) }
        var facts = "\(path): \(list.frames.count) pictures in one file, frames \(list.expected?.description ?? "1")"
        let durations = list.frames.compactMap(\.duration)
        if durations.count == list.frames.count, let cycle = FrameTiming(durations: durations)?.cycleDuration {
            facts += "; a cycle lasts \(cycle.seconds.inMilliseconds) s"
            facts += ", with frames of \(Set(durations).count == 1 ? "equal duration" : "different durations")"
        }
        if let words = list.repeatWords { facts += "; it \(words == "forever" ? "repeats" : "plays") \(words)" }
        if let words = stack?.words, !words.isEmpty { facts += "; \(words)" }
        if let rate = stack?.frameRate { facts += "; recorded at \("\(rate)".asRate)" }
        let note = stack?.note(on: list.frames.compactMap(\.number)).map(\.sentence)
        return ([facts + "."] + list.hints.map { "\($0)." } + [note].compactMap(\.self)).joined(separator: "\n")
    }

    private func pictureText(_ header: ImageHeader) -> String {
        var lines = ["\(path): one \(header.format.name) file, \(header.size), \(PicturesSummary([header]).words)."]
        for layer in layers {
            let name = layer.name.isEmpty ? "without a layer" : "layer " + layer.name.quotedForShell
            let part = layer.part.map { "part \($0), " } ?? ""
            let channels = layer.channels.map(\.quotedForShell).joined(separator: ",")
            lines.append("  \(part)\(name): \(channels.isEmpty ? "no full-size channel" : "channels \(channels)")")
        }
        if !layers.isEmpty {
            lines.append("Choose a layer with --layer and channels with --channels, such as R,G,B.")
        }
        return (lines + list.hints.map { "\($0)." }).joined(separator: "\n")
    }
}

extension Double { var inMilliseconds: String { ((self * 1000).rounded() / 1000).shortest } }
