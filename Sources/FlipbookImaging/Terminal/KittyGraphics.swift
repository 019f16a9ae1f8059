internal import CImageKernels
internal import FlipbookCore

/// A picture as the terminal kitty, and those that learned from it, take it: base64 in commands of 4096 letters.
///
/// Follows kitty's description of its graphics protocol: keys `a` action, `f` bits a pixel, `s` and `v` size, `c` and `r` cells,
/// `i` the picture's and `p` the placement's number, `z` depth, `m` more follows, `o` packed by zlib, `C` leave the cursor, `q` no replies.
package enum KittyGraphics {
    /// The most letters of base64 in one command.
    static let chunk = 4096

    /// What shows a picture at the cursor, with a number of its own, and leaves the cursor where it is.
    ///
    /// It lies behind letters and behind cells that have a background of their own. The terminal does not reply.
    /// - Parameters:
    ///   - picture: Straight RGBA; sent without alpha where it covers everything.
    ///   - number: The picture's number, above 0; it replaces the one that had it.
    ///   - columns: Cells across that it covers; `nil` for what its pixels make.
    ///   - rows: Lines that it covers; `nil` for what its pixels make.
    package static func bytes(showing picture: Picture, number: UInt32, columns: Int? = nil, rows: Int? = nil)
        -> [UInt8]
    {
        precondition(picture.format == .rgba, "pictures are sent as straight RGBA")
        return picture.withUnsafeBytes { pixels in
            let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
            let plain = isOpaque ? withoutAlpha(pixels) : Array(pixels)
            let packed = zlibStream(of: plain)
            let data = packed ?? plain
            var bytes: [UInt8] = []
            let commands = (data.count + chunk / 4 * 3 - 1) / (chunk / 4 * 3)
            bytes.reserveCapacity((data.count + 2) / 3 * 4 + commands * 16 + 128)
            var start = 0
            while start < data.count {
                let end = min(data.count, start + chunk / 4 * 3)
                bytes.append(contentsOf: "\u{1B}_G".utf8)
                if start == 0 {
                    var keys = "a=T,f=\(isOpaque ? 24 : 32),s=\(picture.size.width),v=\(picture.size.height)"
                    if packed != nil { keys += ",o=z" }
                    keys += ",i=\(number),p=1,z=\(depth),C=1,q=2,"
                    if let columns { keys += "c=\(columns)," }
                    if let rows { keys += "r=\(rows)," }
                    bytes.append(contentsOf: keys.utf8)
                } else {
                    bytes.append(contentsOf: "q=2,".utf8)
                }
                bytes.append(contentsOf: (end < data.count ? "m=1;" : "m=0;").utf8)
                appendBase64(data[start..<end], to: &bytes)
                bytes.append(contentsOf: "\u{1B}\\".utf8)
                start = end
            }
            return bytes
        }
    }

    /// What takes a picture from the terminal and its memory.
    package static func bytes(removing number: UInt32) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=I,i=\(number),q=2;\u{1B}\\".utf8)
    }

    /// Behind cells with a background: below half of the smallest number there is.
    private static let depth = Int32.min / 2 - 1

    /// The bytes as a zlib stream, RFC 1950; `nil` where that is no shorter.
    private static func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
        let stream = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            guard let start = target.baseAddress else { return }
            // Where it is no shorter, there is no room for it.
            count = flipbook_deflate(start, bytes.count, bytes, bytes.count)
        }
        return stream.isEmpty ? nil : stream
    }

    private static func withoutAlpha(_ pixels: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { target, count in
            count = pixels.count / 4 * 3
            for pixel in 0..<pixels.count / 4 {
                target[3 * pixel] = pixels[4 * pixel]
                target[3 * pixel + 1] = pixels[4 * pixel + 1]
                target[3 * pixel + 2] = pixels[4 * pixel + 2]
            }
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends the base64 of `data`, RFC 4648, with padding.
    private static func appendBase64(_ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        letters.withUnsafeBufferPointer { letters in
            data.withUnsafeBufferPointer { data in
                let encoded = [UInt8](unsafeUninitializedCapacity: (data.count + 2) / 3 * 4) { target, count in
                    count = (data.count + 2) / 3 * 4
                    for group in 0..<count / 4 {
                        let rest = data.count - 3 * group
                        let word =
                            UInt32(data[3 * group]) << 16 | (rest > 1 ? UInt32(data[3 * group + 1]) << 8 : 0)
                            | (rest > 2 ? UInt32(data[3 * group + 2]) : 0)
                        target[4 * group] = letters[Int(word >> 18)]
                        target[4 * group + 1] = letters[Int(word >> 12 & 63)]
                        target[4 * group + 2] = rest > 1 ? letters[Int(word >> 6 & 63)] : UInt8(ascii: "=")
                        target[4 * group + 3] = rest > 2 ? letters[Int(word & 63)] : UInt8(ascii: "=")
                    }
                }
                bytes.append(contentsOf: encoded)
            }
        }
    }
}
