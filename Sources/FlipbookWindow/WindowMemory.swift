package import FlipbookCore
import FlipbookFiles
import Glibc

/// The frame of the user's last window, stored in `flipbook/window` in `XDG_STATE_HOME`, by default `~/.local/state`.
package enum WindowMemory {
    struct Frame: Hashable, Sendable {
        /// The position, including the desktop's decorations.
        var x, y: Int
        var size: PixelSize
    }

    /// Returns the last window, or `nil` if there was none, the file is invalid, or the window does not fit the screens.
    static func frame(on screens: PixelSize) -> Frame? {
        guard let file, let bytes = try? OpenFile.contents(of: file, atMost: 100) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard (leastSize.width...max(leastSize.width, screens.width)).contains(width),
            (leastSize.height...max(leastSize.height, screens.height)).contains(height),
            (0...max(0, screens.width - width)).contains(x), (0...max(0, screens.height - height)).contains(y)
        else { return nil }
        return Frame(x: x, y: y, size: PixelSize(width: width, height: height))
    }

    /// Saves a window's frame. Errors are ignored.
    static func save(_ frame: Frame) {
        guard let folder, let file else { return }
        FilePath(folder).makeFolders(mode: 0o700)
        guard let stream = fopen(file.string, "we") else { return }
        fputs("\(frame.x) \(frame.y) \(frame.size.width) \(frame.size.height)\n", stream)
        fclose(stream)
    }

    static func forget() { if let file { unlink(file.string) } }

    private static var file: FilePath? { folder.map { FilePath($0 + "/window") } }

    /// The folder for the player's state, or `nil` if the user has no home folder.
    package static var folder: String? {
        Environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { $0 + "/flipbook" }
    }

    /// Returns a window size that fits the pictures. Small pictures are enlarged by a whole factor; large ones are reduced to
    /// nine tenths of the screen.
    /// - Parameter footer: The height of the bar in points.
    package static func size(for picture: PixelSize, on screen: PixelSize, density: Double = 1, footer: Double = 0)
        -> PixelSize
    {
        let footer = (footer * density).rounded()
        let room = Size(width: Double(screen.width) * 0.9, height: max(1, Double(screen.height) * 0.9 - footer))
        let most = min(room.width / Double(picture.width), room.height / Double(picture.height))
        // The longer side is at least 480 points, to leave room for the display next to a sprite.
        let wanted = (480 * density / Double(max(picture.width, picture.height))).rounded(.up)
        let factor = most < 1 ? most : max(1, min(most.rounded(.down), wanted))
        return PixelSize(
            width: max(leastSize.width, Int((Double(picture.width) * factor).rounded())),
            height: max(leastSize.height, Int((Double(picture.height) * factor).rounded())) + Int(footer)
        )
    }

    static let leastSize = PixelSize(width: 160, height: 120)
}
