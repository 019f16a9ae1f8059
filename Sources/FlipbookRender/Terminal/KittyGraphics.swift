internal import CImageKernels
internal import FlipbookCore
package import FlipbookImaging

/// Pictures in kitty's terminal graphics protocol, as base64 in commands of at most 4096 characters.
///
/// The keys are from kitty's specification: `a` action, `f` bits per pixel, `s` and `v` size, `c` and `r` cells, `i` picture
/// ID, `p` placement ID, `z` depth, `m` more follows, `o` zlib, `C` keep the cursor, `q` quiet.
package enum KittyGraphics {
    static let chunk = 4096

    /// Returns the commands that show a picture at the cursor, behind all cells. The cursor stays in place, and the terminal
    /// does not reply.
    /// - Parameter number: The picture's ID, above 0. The picture replaces an earlier one with the same ID.
    package static func bytes(showing picture: Picture, number: UInt32, columns: Int? = nil, rows: Int? = nil)
        -> [UInt8]
    {
        precondition(picture.format == .rgba, "the picture must be straight RGBA")
        let isOpaque = picture.isOpaque
        let plain = isOpaque ? picture.withoutAlpha : picture.withUnsafeBytes { Array($0) }
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
            bytes.append(contentsOf: data[start..<end].base64.utf8)
            bytes.append(contentsOf: "\u{1B}\\".utf8)
            start = end
        }
        return bytes
    }

    package static func bytes(removing number: UInt32) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=I,i=\(number),q=2;\u{1B}\\".utf8)
    }

    /// A picture with a depth below half of the minimum integer is drawn behind cells that have a background.
    private static let depth = Int32.min / 2 - 1

    /// Returns the bytes as a zlib stream (RFC 1950), or `nil` if it would not be shorter.
    private static func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
        let stream = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            guard let start = target.baseAddress else { return }
            // The buffer is only as long as the bytes, so a longer stream does not fit.
            count = flipbook_deflate(start, bytes.count, bytes, bytes.count)
        }
        return stream.isEmpty ? nil : stream
    }
}
