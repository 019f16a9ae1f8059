import FlipbookCore
import FlipbookMedia
import FoundationEssentials

extension ExportReport {
    /// The receipt in one line for people.
    var sentence: String {
        let isOne = framesReadBack == 1
        return "\(FilePath(file)): \(framesReadBack) \(isOne ? "frame" : "frames"), \(width)x\(height), "
            + "\(rateText), \(duration.thousandths) s, \(codec.id), \(Self.size(byteCount)); "
            + (isOne ? "read back." : "all \(framesReadBack) read back.")
    }

    private var rateText: String { rate == Self.variableRate ? "variable rate" : "\(rate) frames/s" }

    private static func size(_ byteCount: Int) -> String {
        switch byteCount {
        case ..<10_000: "\(byteCount) bytes"
        case ..<10_000_000: "\(byteCount / 1000) KB"
        default: "\(byteCount / 1_000_000) MB"
        }
    }
}

extension Double {
    /// Seconds with three decimals.
    var thousandths: String {
        let thousandths = Int((self * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

extension [ExportReport] {
    /// The receipts as JSON, their keys sorted: one alone, or all of them as a list.
    func json(isList: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: isList ? try encoder.encode(self) : try encoder.encode(self[0]), as: UTF8.self)
    }
}
