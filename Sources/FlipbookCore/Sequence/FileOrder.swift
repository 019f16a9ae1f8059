/// The sort order of files. Foundation has a `SortOrder` with a different meaning.
public enum FileOrder: String, CaseIterable, Sendable {
    /// By name, with digits compared by value: `a2.png` before `a10.png`.
    case natural
    /// In the original order.
    case none
    /// By capture time in the EXIF data. ``Resolution`` reads no files, so it keeps the original order.
    case time
}

extension FilePath {
    /// Groups paths by folder. Folders and the paths in each folder are in natural order, and subfolders follow their parent.
    package static func sortedByFolder(_ paths: [FilePath]) -> [[FilePath]] {
        paths.grouped { FilePath($0.prefixOfName) }
            .sorted { FilePath($0[0].prefixOfName).naturallyPrecedes(FilePath($1[0].prefixOfName)) }
            .map { own in own.sorted { $0.naturallyPrecedes($1) } }
    }

    /// Returns `true` if this path sorts before `other`: folder by folder, then by name without extension. Digits are compared
    /// by value. Names that differ only in leading zeros are ordered by their bytes.
    package func naturallyPrecedes(_ other: FilePath) -> Bool {
        let (left, right) = (Array(string.utf8), Array(other.string.utf8))
        let (leftEnd, rightEnd) = (Self.stemEnd(of: left), Self.stemEnd(of: right))
        let stems = Self.compare(left[..<leftEnd], right[..<rightEnd])
        if stems != 0 { return stems < 0 }
        let extensions = Self.compare(left[leftEnd...], right[rightEnd...])
        return extensions == 0 ? left.lexicographicallyPrecedes(right) : extensions < 0
    }

    private static func stemEnd(of path: [UInt8]) -> Int {
        let name = (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        return path[name...].dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? path.count
    }

    /// Compares strings, with digits compared by value. The result is 0 if only leading zeros differ.
    private static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        var (l, r) = (left.startIndex, right.startIndex)
        while l < left.endIndex, r < right.endIndex {
            guard left[l].isDigit, right[r].isDigit else {
                if left[l] != right[r] { return weight(left[l]) - weight(right[r]) }
                l += 1
                r += 1
                continue
            }
            let leftDigits = significantDigits(in: left, from: &l)
            let rightDigits = significantDigits(in: right, from: &r)
            if leftDigits.count != rightDigits.count { return leftDigits.count - rightDigits.count }
            if !leftDigits.elementsEqual(rightDigits) {
                return leftDigits.lexicographicallyPrecedes(rightDigits) ? -1 : 1
            }
        }
        return (left.endIndex - l) - (right.endIndex - r)
    }

    /// The slash sorts first, so that `1/2.png` comes before `1.5/1.png`.
    private static func weight(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }

    /// Returns the digits at `position` without leading zeros, and moves `position` past them.
    private static func significantDigits(in bytes: ArraySlice<UInt8>, from position: inout Int) -> ArraySlice<UInt8> {
        let digits = bytes[position...].prefix { $0.isDigit }
        position = digits.endIndex
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
