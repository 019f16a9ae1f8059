import FlipbookImaging
import FlipbookTestSupport

extension ConformanceRow {
    /// What it is decoded to, at its own depth, in the table's words; `nil` where it is refused.
    func found() throws -> String? {
        do throws(ImageError) {
            let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: path)
            let depth = picture.format == .rgba64 ? 16 : 8
            return "\(picture.size) \(depth) \(md5(picture.withUnsafeBytes { Array($0) }))"
        } catch {
            return nil
        }
    }
}
