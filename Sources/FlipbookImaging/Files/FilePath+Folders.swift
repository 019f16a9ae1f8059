package import FlipbookCore
internal import Glibc

extension FilePath {
    /// Makes the folder, and those that it lies in, where they are not there. What comes of that is seen where it is used.
    package func makeFolders(mode: UInt32 = 0o777) {
        var folder = string.utf8.first == UInt8(ascii: "/") ? "" : "."
        for part in string.split(separator: "/") {
            folder += "/\(part)"
            mkdir(folder, mode)
        }
    }
}
