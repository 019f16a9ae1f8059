public import FlipbookCore
internal import Synchronization

/// One picture of a bound scene: where its pixels come from, and what its header says.
public struct Drawing: Sendable {
    /// Where the pixels come from.
    public let source: Image.Source
    /// What the file's header says, or why it says nothing; `nil` where no header was read.
    public let header: Result<ImageHeader, ImageError>?

    /// A drawing from its parts.
    public init(source: Image.Source, header: Result<ImageHeader, ImageError>? = nil) {
        self.source = source
        self.header = header
    }

    /// What messages call it: its file.
    var path: FilePath { source.path ?? FilePath("image data") }

    /// The pixels as they are stored.
    ///
    /// A render that still writes its frames may replace one after its header was read. Placed by what the header said,
    /// it would be rescaled in silence; so that is an error, and so is a header that could not be read.
    /// - Parameter keepsSixteenBits: Whether up to 16 bits a channel are kept; otherwise they are rounded to 8.
    public func pixels(keepsSixteenBits: Bool) throws(ImageError) -> Picture {
        if case .failure(let error) = header { throw error }
        let decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits)
        let picture: Picture
        switch source {
        case .file(let path): picture = try decoder.decode(contentsOf: path)
        case .data(let data): picture = try decoder.decode(data)
        case .black: preconditionFailure("black has no pixels of its own")
        }
        if case .success(let header) = header, header.size != picture.size {
            throw .corrupt(reason: "it changed while it was read, from \(header.size) to \(picture.size)")
        }
        return picture
    }
}

/// Drawings, each by a small number, for the scenes that are bound with one table and the renderer that draws them.
///
/// Numbers are never given twice: a file whose contents have changed gets another, so that no picture of what it was is
/// taken for one of what it is.
public final class DrawingTable: Sendable {
    private struct State {
        var drawings: [Drawing] = []
        var numbers: [Image.Source: Int] = [:]
    }

    private let state = Mutex(State())

    /// A table without drawings.
    public init() {}

    /// The number of a picture's pixels, which it gets now if it has none.
    ///
    /// A file of which another header is known by now has changed.
    /// - Parameter header: What the header says; `nil` where it was not read.
    public func number(of source: Image.Source, header: Result<ImageHeader, ImageError>? = nil) -> Int {
        state.withLock { state in
            if let number = state.numbers[source] {
                let known = state.drawings[number].header
                if header == nil || known == header { return number }
                if known == nil {
                    state.drawings[number] = Drawing(source: source, header: header)
                    return number
                }
            }
            state.drawings.append(Drawing(source: source, header: header))
            state.numbers[source] = state.drawings.count - 1
            return state.drawings.count - 1
        }
    }

    /// The drawing that a number stands for.
    /// - Precondition: The number is one of this table's.
    public subscript(number: Int) -> Drawing { state.withLock { $0.drawings[number] } }

    /// Gives other numbers to files whose contents have changed, once they are bound again.
    public func forget(_ paths: Set<FilePath>) {
        state.withLock { state in
            for path in paths { state.numbers[.file(path)] = nil }
        }
    }

    /// Whether a number stands for a file as it is now, as far as the table was told.
    func isCurrent(_ number: Int) -> Bool {
        state.withLock { $0.numbers[$0.drawings[number].source] == number }
    }
}

extension Image.Source {
    /// The file that the pixels are read from; `nil` where they come from elsewhere.
    var path: FilePath? {
        if case .file(let path) = self { path } else { nil }
    }
}
