import FlipbookCore
import FlipbookFiles
import Glibc

package enum PageHead {
    package static var facts: [(name: String, value: String)] {
        var (now, parts) = (time(nil), tm())
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M %z", &parts)
        let command = ["flipbook"] + CommandLine.arguments.dropFirst().map(quoted)
        return [
            ("Date", String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)),
            ("Command", command.joined(separator: " ")), ("Folder", FilePath.currentFolder.string),
            ("Flipbook", flipbookVersion),
        ]
    }

    package static func quoted(_ argument: String) -> String {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex
        else { return argument.quotedForShell }
        let value = String(argument[argument.index(after: sign)...])
        return argument[..<sign].description.quotedForShell + "=" + (value.isEmpty ? "" : value.quotedForShell)
    }
}
