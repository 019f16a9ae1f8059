internal import CPictureLibraries
import FlipbookCore
import FlipbookImaging

/// An SQLite database in one file, which several processes may use. The library is loaded on first use.
final class Database {
    struct Failure: Error {
        let code: Int32

        /// A Boolean value that indicates whether the file is damaged, or is not a database.
        var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }
    }

    private let library: SQLiteCalls
    private let connection: UnsafeMutableRawPointer
    private var statements: [String: UnsafeMutableRawPointer] = [:]

    init(_ path: FilePath) throws {
        guard let library = SQLiteCalls.loaded else { throw Failure(code: 1) }
        var connection: UnsafeMutableRawPointer?
        // SQLite does not synchronize threads on this connection.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = library.sqlite3_open_v2(path.string, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            _ = library.sqlite3_close_v2(connection)
            throw Failure(code: code)
        }
        (self.library, self.connection) = (library, connection)
        // The time to wait while another process writes, in milliseconds.
        _ = library.sqlite3_busy_timeout(connection, 10_000)
    }

    deinit {
        for statement in statements.values { _ = library.sqlite3_finalize(statement) }
        _ = library.sqlite3_close_v2(connection)
    }

    /// Runs a statement with strings in place of its question marks, and returns the resulting rows.
    @discardableResult
    func run(_ text: String, _ values: String...) throws -> [[String]] {
        let statement = try statement(text)
        defer { _ = library.sqlite3_reset(statement) }
        for (place, value) in values.enumerated() {
            // SQLITE_TRANSIENT: SQLite copies the string.
            let copies = UnsafeRawPointer(bitPattern: -1)
            let code = library.sqlite3_bind_text(statement, Int32(place + 1), value, -1, copies)
            guard code == SQLITE_OK else { throw Failure(code: code) }
        }
        func cell(_ column: Int32) -> String {
            library.sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
        var rows: [[String]] = []
        while true {
            switch library.sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<library.sqlite3_column_count(statement)).map(cell))
            case SQLITE_DONE: return rows
            case let code: throw Failure(code: code)
            }
        }
    }

    private func statement(_ text: String) throws -> UnsafeMutableRawPointer {
        if let known = statements[text] { return known }
        var statement: UnsafeMutableRawPointer?
        let code = library.sqlite3_prepare_v2(connection, text, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Failure(code: code) }
        statements[text] = statement
        return statement
    }
}

extension SQLiteCalls {
    fileprivate static let loaded: Self? = RuntimeLibrary("libsqlite3.so.0", isOpaque: true).calls(SQLiteCalls_names())
}
