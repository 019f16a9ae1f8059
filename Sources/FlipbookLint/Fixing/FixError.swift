public import FlipbookCore
public import FlipbookFiles
import FlipbookLintModel
internal import Glibc

/// The reason why a fix was not carried out, or could not be undone.
public enum FixError: ExplainedError, Hashable {
    /// The system refused. Nothing is changed, or all of it was put back.
    case system(FileSystemError)
    /// A file or a folder cannot be written. Nothing is changed, or all of it was put back.
    case unwritable(FileSystemError)
    /// A folder, or a file in it, cannot be written, so that its fix cannot be taken back or forgotten.
    case unwritableUndo(FileSystemError)
    /// The list of the frames that earlier fixes made cannot be read.
    case unreadableList(FilePath, reason: String)
    /// A picture cannot be rewritten.
    case picture(FilePath, reason: String)
    /// The file is not what it was when the plan was made.
    case changed(FilePath)
    /// The folder for the fixed files is there already, and not empty.
    case outputExists(FilePath)
    /// The folder for the fixed files would lie in the one that is fixed.
    case insideItself(FilePath, folder: FilePath)
    /// An earlier fix of the folder did not end.
    case unfinished(FilePath)
    /// Another run fixes the folder, or takes back a fix of it, just now.
    case busy(FilePath)
    /// A fix failed, and putting back failed, too: the journal is still there.
    case halfDone(FilePath, cause: String)
    /// There is no journal in the folder.
    case nothingToUndo(FilePath)
    /// Undoing would lose what was done to the file since.
    case changedSince(folder: FilePath, file: FilePath)
    /// The journal is damaged.
    case journal(FilePath)
    /// The same folder is to be fixed twice in one run.
    case namedTwice(FilePath)
    /// The task was cancelled. Nothing is changed, or all of it was put back.
    case cancelled
    /// The run ended where a test wanted it to, as if it had been killed.
    case stopped

    /// `fix`.
    public var code: ErrorCode { "fix" }

    /// The place, the fault, and what to do, in one line.
    public var explanation: Explanation {
        switch self {
        case .system(let error): error.explanation
        case .unwritable(let error):
            switch error.errno {
            case EACCES, EPERM, EROFS:
                "\(error.path): may not be written; allow it, or name a new folder with \(remedy: .set(.fixedCopy))"
            case ENOSPC, EDQUOT:
                "\(error.path): the disk is full; make room, or name a folder elsewhere with \(remedy: .set(.fixedCopy))"
            default: error.explanation
            }
        case .unwritableUndo(let error):
            switch error.errno {
            case EACCES, EPERM, EROFS: "\(error.path): may not be written, so its fix stays; allow it, and try again"
            default: error.explanation
            }
        case .unreadableList(let path, let reason):
            "\(path): \(reason), so nothing tells which frames earlier fixes made; restore it from a copy, or delete "
                + "it if they made none"
        case .picture(let path, let reason): "\(path): cannot be rewritten: \(reason); nothing was changed"
        case .changed(let path): "\(path): was changed while the fix was prepared; nothing was changed, try again"
        case .outputExists(let path): "\(path): is there already and not empty; name a new folder"
        case .insideItself(let path, let folder):
            "\(path): lies in \(folder), which is linted, so the fixed frames would be linted, too; "
                + "name a folder outside of it"
        case .busy(let folder):
            "\(folder): another run fixes this folder just now, or takes back a fix; try again when it is done"
        case .unfinished(let folder):
            "\(folder): an earlier fix did not end; put it back with \(remedy: .undoFix) first"
        case .halfDone(let folder, let cause): "\(folder): \(cause); put back what was done with \(remedy: .undoFix)"
        case .nothingToUndo(let folder): "\(folder): nothing was fixed in place here, so there is nothing to undo"
        case .changedSince(let folder, let file):
            "\(folder): \(file) is not as the fix left it, so undoing could lose work; nothing was undone"
        case .journal(let path): "\(path): is no whole journal; nothing was undone"
        case .namedTwice(let folder): "\(folder): the inputs name this folder twice; to fix it, name it once"
        case .cancelled: "the run was cancelled"
        case .stopped: "the run was stopped"
        }
    }

    /// The right to fix a folder, which one process has at a time.
    /// - Throws: ``busy(_:)`` where another one has it.
    static func lock(_ folder: FilePath) throws(FixError) -> FolderLock {
        let lock = FolderLock(folder)
        guard lock.errno == 0 else {
            throw lock.errno == EWOULDBLOCK ? .busy(folder) : .system(FileSystemError(folder, errno: lock.errno))
        }
        return lock
    }

    /// Throws ``cancelled`` where the task is.
    static func checkCancellation() throws(FixError) { if Task.isCancelled { throw .cancelled } }

    /// The result of work that nothing but a cancellation ends.
    static func unlessCancelled<Value>(
        _ work: @autoclosure () async throws(CancellationError) -> Value
    ) async throws(FixError) -> Value {
        do throws(CancellationError) { return try await work() } catch { throw .cancelled }
    }

    /// Does some work, whose failure to write is reported as one of taking a fix back.
    static func undoing(_ work: @autoclosure () throws(FixError) -> Void) throws(FixError) {
        do throws(FixError) {
            try work()
        } catch {
            if case .unwritable(let cause) = error { throw .unwritableUndo(cause) }
            throw error
        }
    }
}
