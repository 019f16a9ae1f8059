/// A scanner for the range at the end of a pattern's prefix: `1-100x2` in `walk.1-100x2#.png`.
struct FrameRangeScanner {
    let bytes: [UInt8]
    /// The index after the last escaped byte. Each byte from there on may belong to a range.
    let floor: Int
    /// A Boolean value that indicates whether the byte before ``floor`` was escaped. If so, a number or a sign may begin at
    /// ``floor``.
    let isFloorEscaped: Bool

    static func isRangeByte(_ byte: UInt8) -> Bool { byte.isDigit || ",-".utf8.contains(byte) || isStep(byte) }

    private static func isStep(_ byte: UInt8) -> Bool { "xyXY:".utf8.contains(byte) }

    /// Returns the start of the longest range at the end of the prefix, or `nil` if there is none. Text that only resembles the
    /// start of a range belongs to the name: `shot-`, `1-10x`.
    func start() -> Int? {
        var start = floor
        while start < bytes.count {
            guard canStart(at: start) else {
                start += 1
                continue
            }
            guard let faulty = parts(from: start) else { return start }
            start = Swift.max(faulty, start) + 1
        }
        return nil
    }

    /// Returns `true` if the number at `start` follows a step with a decimal point, as `25` does in `1-2x0.25`.
    func followsDecimalStep(_ start: Int) -> Bool {
        guard start > 0, !(start == floor && isFloorEscaped), bytes[start - 1] == UInt8(ascii: ".")
        else { return false }
        let whole = bytes[..<(start - 1)].reversed().prefix { $0.isDigit }.count
        let step = start - 2 - whole
        guard whole > 0, step > 0, Self.isStep(bytes[step]) else { return false }
        // "1920x1080.0001" is a size and a frame number, since a step must follow a range.
        let last = bytes[..<step].reversed().prefix { $0.isDigit }.count
        let hyphen = step - last - 1
        return last > 0 && hyphen > 0 && bytes[hyphen] == UInt8(ascii: "-") && bytes[hyphen - 1].isDigit
    }

    private func canStart(at start: Int) -> Bool {
        let before = start > 0 && !(start == floor && isFloorEscaped) ? bytes[start - 1] : nil
        if bytes[start] == UInt8(ascii: "-") { return FrameFileName.isSign(after: before) }
        return bytes[start].isDigit && !(before?.isDigit ?? false)
    }

    /// Reads comma-separated parts to the end. Returns the start of the first invalid part, or `nil` if all are valid.
    private func parts(from start: Int) -> Int? {
        var position = start
        while true {
            let part = position
            guard number(&position) else { return part }
            if byte(position) == UInt8(ascii: "-") {
                position += 1
                guard number(&position) else { return part }
                if let step = byte(position), Self.isStep(step) {
                    position += 1
                    guard number(&position) else { return part }
                }
            }
            if position == bytes.count { return nil }
            guard byte(position) == UInt8(ascii: ",") else { return part }
            position += 1
        }
    }

    private func number(_ position: inout Int) -> Bool {
        if byte(position) == UInt8(ascii: "-") { position += 1 }
        let start = position
        while let digit = byte(position), digit.isDigit { position += 1 }
        return position > start
    }

    private func byte(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }
}
