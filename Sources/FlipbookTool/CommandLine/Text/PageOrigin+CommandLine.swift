import FlipbookCore
import FlipbookFiles
package import FlipbookRender
import Glibc

extension PageOrigin {
    /// The circumstances of this process.
    package static var current: PageOrigin {
        var (now, parts) = (time(nil), tm())
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M %z", &parts)
        return PageOrigin(
            date: String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self),
            command: (["flipbook"] + CommandLine.arguments.dropFirst().map(quoted)).joined(separator: " "),
            folder: FilePath.currentFolder.string,
            version: flipbookVersion
        )
    }

    /// The argument in quotes if it needs them; of `html=a b.html` only the part after the equals sign.
    private static func quoted(_ argument: String) -> String {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else {
            return argument.quotedForShell
        }
        let value = String(argument[argument.index(after: sign)...])
        return argument[..<sign].description.quotedForShell + "=" + (value.isEmpty ? "" : value.quotedForShell)
    }
}
