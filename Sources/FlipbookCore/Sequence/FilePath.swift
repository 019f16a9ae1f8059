/// The path of a file, or of one picture in a file. Paths are compared byte by byte, as the file system does. Swift compares
/// strings by canonical equivalence, so `é` as one scalar equals `é` as two; on Linux, these are two files.
public struct FilePath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The path as passed to the system.
    public let string: String

    /// The 1-based index of the picture in the file, or 0 for the whole file.
    private let number: UInt32

    /// Creates a path without normalization.
    public init(_ string: String) { (self.string, number) = (string, 0) }

    /// Creates the path of a picture in a file with multiple pictures, such as an animated GIF.
    public init(_ string: String, picture: Int) {
        precondition(picture > 0, "the picture's number must be 1 or higher")
        (self.string, number) = (string, UInt32(clamping: picture))
    }

    /// The 1-based index of the picture in the file, or `nil` for the whole file.
    public var picture: Int? { number == 0 ? nil : Int(number) }
    /// The file's name without its folder, for messages. It includes the index of the picture.
    public var name: FilePath { FilePath(string: lastComponent, number: number) }

    private init(string: String, number: UInt32) { (self.string, self.number) = (string, number) }

    /// The file's name: the part after the last slash.
    public var lastComponent: String {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return string }
        return String(string[bytes.index(after: slash)...])
    }

    /// The file's folder: the part before the last slash, or `.` if there is none.
    public var directory: String {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == bytes.startIndex ? "/" : String(string[..<slash])
    }

    /// The path without trailing slashes: `a` for `a/`. The root stays `/`.
    package var withoutTrailingSlashes: FilePath {
        let rest = string.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
        return rest.isEmpty ? self : FilePath(String(decoding: Array(rest.reversed()), as: UTF8.self))
    }

    /// Returns `true` if the bytes and the picture indices are equal.
    public static func == (left: FilePath, right: FilePath) -> Bool {
        left.number == right.number && left.withBytes { left in right.withBytes { right in left.elementsEqual(right) } }
    }

    /// Hashes the bytes and the index of the picture.
    public func hash(into hasher: inout Hasher) {
        if number > 0 { hasher.combine(number) }
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Calls a closure with the path's bytes. This is several times faster than iterating over the string's UTF-8 view.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(string.utf8).withUnsafeBufferPointer(body)
    }

    /// The path with control characters escaped, safe for a terminal. A picture in a file is `walk.gif frame 7`.
    public var description: String {
        let file = string.escapingControlCharacters
        return number == 0 ? file : "\(file) frame \(number)"
    }

    /// Creates a path from a literal: `"walk/walk.0001.png"`.
    public init(stringLiteral value: String) { self.init(value) }

    package var isAbsolute: Bool { string.utf8.first == UInt8(ascii: "/") }

    /// Returns the path of `name` in this folder. For the current folder, the path is the name alone.
    public func appending(_ name: String) -> FilePath {
        if string.isEmpty || string.utf8.elementsEqual(".".utf8) { return FilePath(name) }
        return FilePath(string.utf8.last == UInt8(ascii: "/") ? string + name : string + "/" + name)
    }

    package func naming(_ name: String) -> FilePath {
        let path = FilePath(name)
        return path.isAbsolute ? path : FilePath(prefixOfName + name)
    }

    /// Returns the path of the same image in another language: `hero.fr@2x.png` for `hero@2x.png`.
    package func inLanguage(_ tag: String) -> FilePath {
        let name = FrameFileName(lastComponent)
        let bytes = name.bytes[..<name.stemEnd] + Array(".\(tag)".utf8) + name.bytes[name.stemEnd...]
        return naming(String(decoding: bytes, as: UTF8.self))
    }

    /// The path without `.` and `..`. The parent of the root is the root.
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

    /// Returns `true` if the path stays below `folder`, judging by its text: a relative path whose `..` never leave the folder,
    /// or an absolute path that begins with the folder's path.
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

    package var isPlainName: Bool {
        let bytes = Array(string.utf8)
        return !bytes.isEmpty && bytes.count <= 255 && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
            && bytes != [0x2E] && bytes != [0x2E, 0x2E]
    }

    package var isOfWindows: Bool {
        let head = Array(string.utf8.prefix(3))
        return head.count == 3 && (0x61...0x7A).contains(head[0] | 0x20) && head[1] == UInt8(ascii: ":")
            && head[2] == UInt8(ascii: "\\")
    }

    /// The text before the name: the folder with its slash, or an empty string.
    package var prefixOfName: String { String(decoding: string.utf8.dropLast(lastComponent.utf8.count), as: UTF8.self) }

    var withoutScale: FilePath {
        let name = FrameFileName(lastComponent)
        let scaleEnd = name.stemEnd + (name.scale == nil ? 0 : 3)
        let bytes = name.bytes[..<name.stemEnd] + name.bytes[scaleEnd...]
        return FilePath(prefixOfName + String(decoding: bytes, as: UTF8.self))
    }

    package var quotedAsArgument: String {
        (string.utf8.first == UInt8(ascii: "-") ? "./" + string : string).quotedForShell
    }

    var foldedStem: String {
        let name = FrameFileName(lastComponent)
        return String(decoding: name.bytes[..<name.stemEnd], as: UTF8.self).lowercased()
    }

    /// Returns `true` if the name belongs to a frame of the sequence with this key. The extension does not matter.
    func isFrame(ofKey key: [UInt8]) -> Bool {
        let name = FrameFileName(lastComponent)
        let hasNumber = [FrameFileName.Place.end, .anywhere].contains { place in
            name.number(at: place).map { Spellings.key(of: name, around: $0.range) == key } ?? false
        }
        if hasNumber { return true }
        // A copy's name can contain the extension twice: a2.png (1).png.
        let inner = FrameFileName(String(decoding: name.bytes[..<name.stemEnd], as: UTF8.self))
        guard FileSequence.imageExtensions.contains(String(decoding: inner.lowercasedExtension, as: UTF8.self))
        else { return false }
        return inner.path.isFrame(ofKey: key)
    }
}
