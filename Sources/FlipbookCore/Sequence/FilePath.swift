/// A path of a file, or of one picture in a file that holds several, compared byte by byte as the file system does.
///
/// Swift compares strings by what they look like, so `é` written as one scalar equals `é` written as two. To Linux
/// these are two files; a sequence must not mix them up.
public struct FilePath: Sendable {
    /// The path as it is handed to the system.
    public let string: String

    /// The number of the picture in a file that holds several, from 1; 0 for the file.
    private let number: UInt32

    /// A path, taken as it is: nothing is normalized.
    public init(_ string: String) { (self.string, number) = (string, 0) }

    /// The path of a picture in a file that holds several, such as an animated GIF.
    /// - Parameter picture: Its number, from 1.
    public init(_ string: String, picture: Int) {
        precondition(picture > 0, "pictures count from 1")
        (self.string, number) = (string, UInt32(clamping: picture))
    }

    /// The number of the picture that is meant of a file that holds several, from 1, or `nil` if the whole file is meant.
    public var picture: Int? { number == 0 ? nil : Int(number) }

    /// The file's name without its folder, for messages; of a picture in a file with its number.
    public var name: FilePath { FilePath(string: lastComponent, number: number) }

    private init(string: String, number: UInt32) { (self.string, self.number) = (string, number) }

    /// The file's name: what follows the last slash.
    public var lastComponent: String {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return string }
        return String(string[bytes.index(after: slash)...])
    }

    /// The folder that the file lies in: what precedes the last slash, or `.` without one.
    public var directory: String {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == bytes.startIndex ? "/" : String(string[..<slash])
    }

    /// The folder `a/` as `a`; `/` is as it is.
    package var withoutTrailingSlashes: FilePath {
        let rest = string.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
        return rest.isEmpty ? self : FilePath(String(decoding: Array(rest.reversed()), as: UTF8.self))
    }
}

extension FilePath: Hashable {
    /// Returns `true` for the same bytes that mean the same picture.
    public static func == (left: FilePath, right: FilePath) -> Bool {
        left.number == right.number && left.withBytes { left in right.withBytes { right in left.elementsEqual(right) } }
    }

    /// Hashes the bytes and the number of the picture.
    public func hash(into hasher: inout Hasher) {
        if number > 0 { hasher.combine(number) }
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Lends the path's bytes: a walk along a string's own view of them takes several times as long.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(string.utf8).withUnsafeBufferPointer(body)
    }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The path with control characters escaped, safe to print on a terminal; of a picture in a file `walk.gif frame 7`.
    public var description: String {
        let file = string.escapingControlCharacters
        return number == 0 ? file : "\(file) frame \(number)"
    }

    /// A path that is written in the program: `"walk/walk.0001.png"`.
    public init(stringLiteral value: String) { self.init(value) }
}

extension FilePath {
    package var isAbsolute: Bool { string.utf8.first == UInt8(ascii: "/") }

    /// The path of `name` in this folder; of a name in the current folder, the name alone.
    public func appending(_ name: String) -> FilePath {
        if string.isEmpty || string.utf8.elementsEqual(".".utf8) { return FilePath(name) }
        return FilePath(string.utf8.last == UInt8(ascii: "/") ? string + name : string + "/" + name)
    }

    /// The path of `name` as this file names it, from its own folder or from the root.
    package func naming(_ name: String) -> FilePath {
        let path = FilePath(name)
        return path.isAbsolute ? path : FilePath(prefixOfName + name)
    }

    /// The path of the same image for a language: `hero.fr@2x.png` for `hero@2x.png`.
    package func inLanguage(_ tag: String) -> FilePath {
        let name = FrameFileName(lastComponent)
        let bytes = name.bytes[..<name.stemEnd] + Array(".\(tag)".utf8) + name.bytes[name.stemEnd...]
        return naming(String(decoding: bytes, as: UTF8.self))
    }

    /// The path without `.`, and without `..` and what each leads back from; above the root is the root.
    package var collapsed: FilePath {
        let parts = string.split(separator: "/").reduce(into: [Substring]()) { parts, part in
            if part == "..", parts.last.map({ $0 != ".." }) ?? isAbsolute {
                _ = parts.popLast()
            } else if part != "." {
                parts.append(part)
            }
        }
        return FilePath((isAbsolute ? "/" : "") + parts.joined(separator: "/"))
    }

    /// Returns `true` if the words of the path stay below a folder, which has an absolute path: a relative path whose
    /// `..` never leads above it, or an absolute one that begins with it.
    package func staysBelow(_ folder: FilePath?) -> Bool {
        var parts = string.utf8.split(separator: UInt8(ascii: "/"))[...]
        if isAbsolute {
            guard let base = folder?.string.utf8.split(separator: UInt8(ascii: "/")), parts.count >= base.count,
                zip(parts, base).allSatisfy({ $0.elementsEqual($1) })
            else { return false }
            parts = parts.dropFirst(base.count)
        }
        var depth = 0
        for part in parts where !part.elementsEqual(".".utf8) {
            depth += part.elementsEqual("..".utf8) ? -1 : 1
            if depth < 0 { return false }
        }
        return true
    }

    /// A Boolean value that indicates the name of something in a folder, which leads nowhere else.
    package var isPlainName: Bool {
        let bytes = Array(string.utf8)
        return !bytes.isEmpty && bytes.count <= 255 && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
            && bytes != [0x2E] && bytes != [0x2E, 0x2E]
    }

    /// A Boolean value that indicates a path as Windows writes it: `C:\\renders`.
    package var isOfWindows: Bool {
        let head = Array(string.utf8.prefix(3))
        return head.count == 3 && (0x61...0x7A).contains(head[0] | 0x20) && head[1] == UInt8(ascii: ":")
            && head[2] == UInt8(ascii: "\\")
    }
}
