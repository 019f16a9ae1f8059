import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Colors of JPEG files")
struct JPEGColorTests {
    /// A JPEG of one color, and the ICC profile that its second segment holds.
    private func sample(
        _ standard: InputProfile.Standard = .sRGB
    ) throws -> (head: [UInt8], icc: [UInt8], rest: [UInt8]) {
        let picture = Picture(16, 16) { _, _ in [200, 120, 60, 255] }
        let file = try JPEGEncoder.encode(picture, quality: 100, keepsColor: true, standard: standard)
        let start = try require(file.indices.first { file[$0...].starts(with: [0xFF, 0xE2]) })
        let end = start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
        return (Array(file[..<start]), Array(file[start + 18..<end]), Array(file[end...]))
    }

    private func color(of file: [UInt8]) throws -> [Int] {
        let picture = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
        let color = picture[8, 8]
        return [color.red, color.green, color.blue].map { Int($0) }
    }

    @Test(
        "EXIF's interoperability index R03 makes a JPEG without a profile Adobe RGB's, wherever it stands",
        arguments: [true, false],
        [0, 6000]
    )
    func adobeRGB(isBigEndian: Bool, distance: Int) throws {
        let (head, icc, rest) = try sample()
        let exif = EXIFSample.adobeRGB(isBigEndian: isBigEndian, distance: distance)
        let file = Array(head[..<2]) + exif + rest
        let found = try color(of: file)
        expect(pairs(found, [224, 121, 52]).allSatisfy { abs($0 - $1) <= 3 }, "\(found)")
        expect(pairs(try color(of: head + rest), [200, 120, 60]).allSatisfy { abs($0 - $1) <= 2 })
        // A profile says it more strongly.
        let profiled = Array(head[..<2]) + exif + segment(icc, 1, of: 1) + rest
        expect(pairs(try color(of: profiled), [200, 120, 60]).allSatisfy { abs($0 - $1) <= 2 })
        let details = try file.withUnsafeBytes { try ImageDetails.read($0) }
        expectEqual(details.header.colorTag, .adobeRGB)
        expectEqual(details.colorStatements, .adobeRGB)
        // One that a program converted says sRGB beside the index that its camera wrote.
        for (space, tag) in [(1, ImageHeader.ColorTag.untagged), (0xFFFF, .adobeRGB)] {
            let said = EXIFSample.adobeRGB(isBigEndian: isBigEndian, distance: distance, colorSpace: space)
            let file = Array(head[..<2]) + said + rest
            try expectEqual(file.withUnsafeBytes { try ImageHeader.read($0).colorTag }, tag)
        }
    }

    private func segment(_ part: some Collection<UInt8>, _ number: Int, of count: Int) -> [UInt8] {
        let length = part.count + 16
        let head = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE\0".utf8)
        return head + [UInt8(number), UInt8(count)] + Array(part)
    }

    @Test("a profile in several segments is read whole, in any order, behind other segments, and in a long file")
    func severalSegments() throws {
        let (head, icc, rest) = try sample(.displayP3)
        let expected = try color(of: head + segment(icc, 1, of: 1) + rest)
        try expect(color(of: head + rest) != expected)
        let places = [0, icc.count / 3, icc.count / 2, icc.count]
        let parts = (1...3).map { segment(icc[places[$0 - 1]..<places[$0]], $0, of: 3) }
        let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65_533)
        let orders = [parts[0] + parts[1] + parts[2], parts[2] + parts[0] + comment + parts[1]]
        for order in orders {
            let file = head + comment + order + comment + rest
            try expectEqual(color(of: file), expected)
            try expectEqual(file.withUnsafeBytes { try ImageDetails.read($0) }.iccProfile?.name, "Display P3")
        }
        let lacking = try (head + parts[0] + parts[2] + rest).withUnsafeBytes { try ImageDetails.read($0) }
        expectEqual(lacking.iccProfile?.fault, .damaged)
    }
}
