import FlipbookCore
import FlipbookFiles
import Glibc

/// Where the user last had a window, in a file of the user's own: `flipbook/window` in `XDG_STATE_HOME`, which is
/// `~/.local/state` by default.
enum WindowMemory {
    struct Frame: Hashable, Sendable {
        var x: Int
        var y: Int
        var size: PixelSize
    }

    /// The last window as it fits a screen, or `nil` if there was none, or it does not.
    static func frame(on screen: PixelSize) -> Frame? {
        guard let folder, let bytes = try? OpenFile.contents(of: FilePath(folder + "/window"), atMost: 100) else {
            return nil
        }
        return frame(String(decoding: bytes, as: UTF8.self), on: screen)
    }

    /// The place that a line of the file names, or `nil` if it is not four numbers, or of another screen.
    static func frame(_ text: String, on screen: PixelSize) -> Frame? {
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        let least = WindowView.leastSize
        guard (least.width...max(least.width, screen.width)).contains(width),
            (least.height...max(least.height, screen.height)).contains(height),
            (0...max(0, screen.width - width)).contains(x), (0...max(0, screen.height - height)).contains(y)
        else { return nil }
        return Frame(x: x, y: y, size: PixelSize(width: width, height: height))
    }

    /// Remembers a window. Where that cannot be written, nothing is lost but that.
    static func save(_ frame: Frame) {
        guard let folder else { return }
        FilePath(folder).makeFolders(mode: 0o700)
        guard let file = fopen(folder + "/window", "we") else { return }
        fputs("\(frame.x) \(frame.y) \(frame.size.width) \(frame.size.height)\n", file)
        fclose(file)
    }

    /// The folder of the player's own files, or `nil` if the user has no home folder.
    static var folder: String? {
        Environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { $0 + "/flipbook" }
    }
}
