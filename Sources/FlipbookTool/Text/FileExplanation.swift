import FlipbookCore
import FlipbookImaging
import FlipbookManifest

/// What a file of several pictures means as an input.
struct FileExplanation {
    /// The file.
    let path: FilePath
    /// Its pictures.
    let list: FrameList

    /// `nil` for any other file, and for what is none.
    init?(_ path: FilePath) throws {
        guard !path.string.utf8.contains(0), !path.string.isEmpty else { return nil }
        self.path = path
        do {
            let sheet = try SheetInput.sheet(at: path)
            guard let list = sheet?.frames ?? FrameList(picturesOf: path, codecs: .ofCommand) else { return nil }
            self.list = list
        } catch let error as ManifestFileError {
            throw Failure(message: error.sentence, status: ExitStatus(error))
        } catch let error as SequenceLocatorError {
            throw Failure(message: error.sentence, status: ExitStatus(error))
        }
    }

    /// How many pictures there are, how long they are shown and how often.
    var sentence: String {
        var facts =
            "\(path): \(list.frames.count) pictures in one file, the frames \(list.expected?.description ?? "1")"
        let durations = list.frames.compactMap(\.duration)
        if durations.count == list.frames.count, let cycle = FrameTiming(durations: durations)?.cycleDuration {
            facts += "; a cycle lasts \(cycle.seconds.inMilliseconds) s"
            facts += Set(durations).count == 1 ? ", each frame as long" : ", each frame for a time of its own"
        }
        switch list.animationRepeatCount {
        case nil: break
        case 0: facts += "; it is repeated for ever"
        case 1: facts += "; it is shown once"
        case let count?: facts += "; it is shown \(count) times"
        }
        return ([facts + "."] + list.hints.map { "\($0)." }).joined(separator: "\n")
    }
}

extension Double {
    /// Seconds to the millisecond, for people.
    var inMilliseconds: String { ((self * 1000).rounded() / 1000).asFactor }
}
