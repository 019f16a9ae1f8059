internal import CFiles
import Foundation

/// Ends what the tests leave running when they end in the middle: by a trap, by Control-C, or because they hung.
enum LeftPrograms {
    /// Where a program of our own hears of each that starts, by the number of its process group, and of each that has ended, by the
    /// same below zero. The tests' end is the end of its input, and then it kills those that are left.
    private static let wire: Int32? = {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        defer { close(ends[1]) }
        let script = """
            $1 > 0 { left[$1] }
            $1 < 0 { delete left[-$1] }
            END { for (group in left) system("kill -s KILL -- -" group) }
            """
        let words = [strdup("awk"), strdup(script), nil]
        let variables = [strdup("PATH=/usr/bin:/bin"), nil]
        defer { for word in words + variables { free(word) } }
        var identifier: Int32 = 0
        let code = flipbook_start(&identifier, "/usr/bin/awk", words, variables, [ends[1], -1, -1], nil, true)
        return code == 0 ? ends[0] : nil
    }()

    static func hear(_ number: String) {
        guard let wire else { return }
        let line = Array("\(number)\n".utf8)
        _ = send(wire, line, line.count, Int32(MSG_NOSIGNAL))
    }
}
