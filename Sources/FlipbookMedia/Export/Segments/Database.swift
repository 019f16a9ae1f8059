import FlipbookCore
import FlipbookImaging

/// A database in one file, by SQLite, which is loaded where one is opened. One thread uses it at a time, and many processes.
final class Database {
    /// Why a statement cannot be run: SQLite's number.
    struct Failure: Error {
        let code: Int32

        /// Whether the file is no database, or a broken one.
        var isDamage: Bool { code & 0xFF == 11 || code & 0xFF == 26 }
    }

    private let library: LibSQLite
    private let connection: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a database, or makes an empty one.
    init(_ path: FilePath) throws(Failure) {
        guard let library = LibSQLite() else { throw Failure(code: 1) }
        var connection: OpaquePointer?
        // To read, to write, to make; and without locks between threads.
        let code = library.open(path.string, &connection, 0x2 | 0x4 | 0x8000, nil)
        guard code == 0, let connection else {
            _ = library.close(connection)
            throw Failure(code: code)
        }
        (self.library, self.connection) = (library, connection)
        // Milliseconds that another process may take to write.
        _ = library.setPatience(connection, 10_000)
    }

    deinit {
        for statement in statements.values { _ = library.finalize(statement) }
        _ = library.close(connection)
    }

    /// Runs a statement with texts in the places of its question marks, and returns the rows that it finds.
    @discardableResult
    func run(_ text: String, _ values: String...) throws(Failure) -> [[String]] {
        let statement = try statement(text)
        defer { _ = library.reset(statement) }
        for (place, value) in values.enumerated() {
            // SQLite makes a copy where it gets -1 in the place of what frees the text.
            let code = library.bind(statement, Int32(place + 1), value, -1, UnsafeRawPointer(bitPattern: -1))
            guard code == 0 else { throw Failure(code: code) }
        }
        var rows: [[String]] = []
        while true {
            switch library.step(statement) {
            case 100:
                rows.append(
                    (0..<library.columnCount(statement)).map { column in
                        library.text(statement, column).map { String(cString: $0) } ?? ""
                    }
                )
            case 101: return rows
            case let code: throw Failure(code: code)
            }
        }
    }

    private func statement(_ text: String) throws(Failure) -> OpaquePointer {
        if let known = statements[text] { return known }
        var statement: OpaquePointer?
        let code = library.prepare(connection, text, -1, &statement, nil)
        guard code == 0, let statement else { throw Failure(code: code) }
        statements[text] = statement
        return statement
    }
}

/// What is used of SQLite, version 3 of its interface, since 2004.
private struct LibSQLite {
    typealias Open =
        @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?) ->
        Int32
    typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    typealias Bind =
        @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>?, Int32, UnsafeRawPointer?) -> Int32
    typealias Call = @convention(c) (OpaquePointer?) -> Int32

    let open: Open
    let prepare: Prepare
    let bind: Bind
    let text: @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?
    let setPatience: @convention(c) (OpaquePointer?, Int32) -> Int32
    let close, step, reset, finalize, columnCount: Call

    private static let library = RuntimeLibrary("libsqlite3.so.0")

    /// The library; `nil` where it is not installed.
    init?() {
        let library = Self.library
        guard let open: Open = library.function("sqlite3_open_v2"),
            let prepare: Prepare = library.function("sqlite3_prepare_v2"),
            let bind: Bind = library.function("sqlite3_bind_text"),
            let text = library.function(
                "sqlite3_column_text",
                as: (@convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?).self
            ),
            let setPatience = library.function(
                "sqlite3_busy_timeout",
                as: (@convention(c) (OpaquePointer?, Int32) -> Int32).self
            ),
            let close: Call = library.function("sqlite3_close_v2"),
            let step: Call = library.function("sqlite3_step"),
            let reset: Call = library.function("sqlite3_reset"),
            let finalize: Call = library.function("sqlite3_finalize"),
            let columnCount: Call = library.function("sqlite3_column_count")
        else { return nil }
        (self.open, self.prepare, self.bind, self.text) = (open, prepare, bind, text)
        (self.setPatience, self.close, self.step) = (setPatience, close, step)
        (self.reset, self.finalize, self.columnCount) = (reset, finalize, columnCount)
    }
}
