internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles
internal import Glibc

/// OpenEXR's C++ library, for compressions that the core does not support: DWAA and DWAB before version 3.2, and B44 in single
/// precision. Its C interface reads the first part of a file in half precision.
struct LibOpenEXRColors {
    private let imf: ImfCalls
    /// The position of each displayed channel in a pixel.
    private let places: [Int]

    private static let step = 32

    init?(_ header: EXRHeader) {
        let places = header.shown.compactMap { ["R": 0, "Y": 0, "G": 1, "B": 2, "A": 3][$0] }
        // If a file contains brightness in addition to RGB colors, the library ignores the colors.
        let others: Set = header.shown.contains("Y") ? ["RY", "BY"] : ["Y", "RY", "BY"]
        guard header.part == 0, places.count == header.shown.count,
            others.isDisjoint(with: header.channels.map(\.name)),
            let imf = ImfCalls.loaded
        else { return nil }
        (self.imf, self.places) = (imf, places)
    }

    func read(
        _ bytes: UnsafeRawBufferPointer,
        _ header: EXRHeader,
        _ body: (EXRHeader.Row, [UnsafePointer<Float>]) -> Void
    ) throws(ImageError) {
        // The library can open a file only by name, so the bytes are written to a file in memory.
        let memory = try Self.file(of: bytes)
        defer { close(memory) }
        guard let file = imf.ImfOpenInputFile("/proc/self/fd/\(memory)") else { throw Self.damaged }
        defer { _ = imf.ImfCloseInputFile(file) }
        try check(file, header)
        let (data, width) = (header.data, header.data.size.width)
        var pixels = [UInt16](repeating: 0, count: 4 * width * min(Self.step, data.size.height))
        var planes = [Float](repeating: 0, count: width * places.count)
        for top in stride(from: data.top, through: data.bottom, by: Self.step) {
            let bottom = min(top + Self.step - 1, data.bottom)
            let isRead = pixels.withUnsafeMutableBytes { pixels in
                // The library adds the offset of a pixel to this address, which is therefore reduced by the offset of the first
                // pixel.
                let start = UInt(bitPattern: pixels.baseAddress) &- UInt(bitPattern: 8 * (top * width + data.left))
                return imf.ImfInputSetFrameBuffer(file, .init(bitPattern: start), 1, width) != 0
                    && imf.ImfInputReadPixels(file, Int32(top), Int32(bottom)) != 0
            }
            guard isRead else { throw Self.damaged }
            for y in top...bottom {
                for (channel, place) in places.enumerated() {
                    for x in 0..<width {
                        let bits = pixels[4 * ((y - top) * width + x) + place]
                        planes[channel * width + x] = Float(Float16(bitPattern: bits))
                    }
                }
                planes.withUnsafeBufferPointer { planes in
                    guard let start = planes.baseAddress else { return }
                    let row = EXRHeader.Row(x: data.left, y: y, count: width)
                    body(row, places.indices.map { start + $0 * width })
                }
            }
        }
    }

    /// Throws an error if the library finds a different window or different channels. The library skips attributes by their
    /// lengths, so it may read a crafted file differently.
    private func check(_ file: UnsafeMutableRawPointer, _ header: EXRHeader) throws(ImageError) {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard let found = imf.ImfInputHeader(file) else { throw Self.damaged }
        imf.ImfHeaderDataWindow(found, &left, &top, &right, &bottom)
        guard Int(left) == header.data.left, Int(top) == header.data.top, Int(right) == header.data.right,
            Int(bottom) == header.data.bottom
        else { throw .corrupt(reason: "it declares two sizes") }
        let bits = ["R": IMF_WRITE_R, "G": IMF_WRITE_G, "B": IMF_WRITE_B, "A": IMF_WRITE_A, "Y": IMF_WRITE_Y]
        let wanted = header.shown.reduce(Int32(0)) { $0 | (bits[$1] ?? 0) }
        let known = imf.ImfInputChannels(file)
        let ofBrightness = known & (IMF_WRITE_Y | IMF_WRITE_C)
        guard known & wanted == wanted, ofBrightness == wanted & IMF_WRITE_Y else { throw header.unpackable }
    }

    private static var damaged: ImageError { .corrupt(reason: "OpenEXR cannot decode its pixels") }

    private static func file(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> Int32 {
        let file = memfd_create("picture", UInt32(MEMORY_IS_NOT_INHERITED))
        guard file >= 0 else { throw .memory(bytes.count) }
        guard OpenFile.write(bytes, to: file) == 0 else {
            close(file)
            throw .memory(bytes.count)
        }
        return file
    }
}
