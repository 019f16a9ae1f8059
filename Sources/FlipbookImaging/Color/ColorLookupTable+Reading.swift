public import FlipbookCore

extension ColorLookupTable {
    /// The most entries of a curve, as the format's specification has it.
    static let longestCurve = 65_536
    /// The most entries along an edge of a cube: a cube of these takes 34 MB.
    static let longestEdge = 129
    private static let mostBytes = 256 << 20

    /// Reads a file of Adobe's .cube format (Cube LUT Specification 1.0), in which DaVinci Resolve's ranges are understood,
    /// and its curves before a cube.
    /// - Throws: ``ColorLookupTableError`` with the line that is wrong.
    public init(contentsOf path: FilePath) throws(ColorLookupTableError) {
        let parsed: Result<ColorLookupTable, ColorLookupTableError>
        do throws(ImageError) {
            parsed = try DecodingLimits(maximumBytes: Self.mostBytes).withBytes(of: path) { bytes in
                Result { () throws(ColorLookupTableError) in try ColorLookupTable(bytes, of: path) }
            }
        } catch {
            throw .unreadable(path, error)
        }
        self = try parsed.get()
    }

    /// Reads the bytes of such a file.
    package init(_ bytes: UnsafeRawBufferPointer, of path: FilePath) throws(ColorLookupTableError) {
        do throws(CubeParser.Fault) {
            let tables = try CubeParser(bytes)
            self.init(name: path.lastComponent, curves: tables.curves, cube: tables.cube)
        } catch {
            throw .line(path, error.line, error.reason)
        }
    }
}

/// Why a lookup table cannot be used.
public enum ColorLookupTableError: ExplainedError, Hashable {
    /// The file cannot be read.
    case unreadable(FilePath, ImageError)
    /// A line breaks the format's rules; its number from 1, and what is the matter with it.
    case line(FilePath, Int, String)

    /// `lut.unreadable`, `lut.line`.
    public var code: ErrorCode {
        switch self {
        case .unreadable: "lut.unreadable"
        case .line: "lut.line"
        }
    }

    /// Where, and what is wrong.
    public var explanation: Explanation {
        switch self {
        case .unreadable(let path, let error): "\(path): " + error.explanation
        case .line(let path, let line, let reason): "\(path), line \(line): \(reason)"
        }
    }
}
