import FlipbookCore
import FlipbookMedia
import FlipbookCommandLine
import FlipbookPlay
import FlipbookScene
import FoundationEssentials

struct RestoreFile {
    private let path: FilePath
    let state: RestorableState?

    private static let largestSize = 1 << 20

    /// Reads the file if it exists.
    /// - Throws: ``Failure`` for any other kind of file, because it would be overwritten.
    init(reading path: FilePath) throws(Failure) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path.string) else {
            state = nil
            return
        }
        guard let data = FileManager.default.contents(atPath: path.string), data.count <= Self.largestSize,
            let read = try? JSONDecoder().decode(RestorableState.self, from: data),
            read.version == RestorableState.version
        else {
            throw Failure.usage(
                "--restore: \(path) is not a saved player state and was not overwritten. Choose a different name, or "
                    + "remove the file first."
            )
        }
        state = read
    }

    static func check(_ scene: SceneSettings?) throws(Failure) {
        var known: Set<String> = []
        for id in (scene?.views ?? []).flatMap(\.tree).compactMap(\.restorationIdentifier)
        where !known.insert(id).inserted {
            throw Failure.usage(
                "--restore: two views have the restorationIdentifier '\(id.escapingControlCharacters)'. Rename one."
            )
        }
    }

    func apply(to settings: inout PlaybackSettings) {
        settings.sequence.scene?.restored = state?.views ?? []
        if state?.playback?.isAnimating == false { settings.startsPaused = true }
    }

    func write(_ state: RestorableState) throws(Failure) {
        guard let text = try? state.jsonText else { return }
        try TextFile(path: path, option: "--restore", overwrites: true).write(text + "\n")
    }
}
