public import FlipbookCore
public import FlipbookFiles
import FlipbookLintModel
internal import Glibc

/// The reason why a fix was not carried out or could not be undone.
public enum FixError: ExplainedError, Hashable {
    /// The system reported an error. Nothing was changed, or everything was restored.
    case system(FileSystemError)
    /// A file or a folder cannot be written. Nothing was changed, or everything was restored.
    case unwritable(FileSystemError)
    /// A folder or a file in it cannot be written, so the folder's fix cannot be undone or discarded.
    case unwritableUndo(FileSystemError)
    /// The list of frames created by earlier fixes cannot be read.
    case unreadableList(FilePath, reason: String)
    /// A picture cannot be rewritten.
    case picture(FilePath, reason: String)
    /// The file has changed since the plan was made.
    case changed(FilePath)
    /// The folder for the fixed files already exists and is not empty.
    case outputExists(FilePath)
    /// The folder for the fixed files is inside the folder to be fixed.
    case insideItself(FilePath, folder: FilePath)
    /// An earlier fix of the folder did not finish.
    case unfinished(FilePath)
    /// Another run is fixing the folder, or undoing a fix of it.
    case busy(FilePath)
    /// A fix failed, and so did restoring the folder. The journal still exists.
    case halfDone(FilePath, cause: String)
    /// The folder has no journal.
    case nothingToUndo(FilePath)
    /// Undoing would lose later changes to the file.
    case changedSince(folder: FilePath, file: FilePath)
    /// The journal is damaged.
    case journal(FilePath)
    /// The same run would fix the folder twice.
    case namedTwice(FilePath)
    /// The task was canceled. Nothing was changed, or everything was restored.
    case cancelled
    /// A test ended the run as if it had been killed.
    case stopped

    /// `fix`.
    public var code: ErrorCode { "fix" }

    /// The location, the fault, and the remedy, on one line.
    public var explanation: Explanation {
        switch self {
        case .system(let error): error.explanation
        case .unwritable(let error):
            switch error.errno {
            case EACCES, EPERM, EROFS:
                "\(error.path): is not writable; make it writable, or specify a folder elsewhere with "
                    + "\(remedy: .set(.fixedCopy))"
            case ENOSPC, EDQUOT:
                "\(error.path): the disk is full; free up space, or specify a folder on a different disk with "
                    + "\(remedy: .set(.fixedCopy))"
            default: error.explanation
            }
        case .unwritableUndo(let error):
            switch error.errno {
            case EACCES, EPERM, EROFS:
                "\(error.path): is not writable, so its fix was not undone; make it writable, and try again"
            default: error.explanation
            }
        case .unreadableList(let path, let reason):
            "\(path): \(reason), so frames made by earlier fixes cannot be identified; restore it from a copy, or "
                + "delete it if no frame was made by a fix"
        case .picture(let path, let reason): "\(path): cannot be rewritten: \(reason); nothing was changed"
        case .changed(let path): "\(path): changed while the fix was prepared; nothing was fixed; try again"
        case .outputExists(let path): "\(path): already exists and is not empty; specify a new folder"
        case .insideItself(let path, let folder):
            "\(path): is in \(folder), which is linted, so the fixed frames would be linted, too; specify a folder "
                + "outside it"
        case .busy(let folder):
            "\(folder): another run is fixing this folder or undoing a fix; try again when that run is done"
        case .unfinished(let folder): "\(folder): an earlier fix did not finish; undo it with \(remedy: .undoFix) first"
        case .halfDone(let folder, let cause): "\(folder): \(cause); restore the folder with \(remedy: .undoFix)"
        case .nothingToUndo(let folder): "\(folder): nothing was fixed in place here, so there is nothing to undo"
        case .changedSince(let folder, let file):
            "\(folder): \(file) was changed after the fix, so undoing could lose work; nothing was undone"
        case .journal(let path): "\(path): is not a complete journal; nothing was undone"
        case .namedTwice(let folder): "\(folder): this folder is specified twice; specify it once to fix it"
        case .cancelled: "the run was canceled"
        case .stopped: "the run was stopped"
        }
    }

    static func lock(_ folder: FilePath) throws(FixError) -> FolderLock {
        let lock = FolderLock(folder)
        guard lock.errno == 0
        else { throw lock.errno == EWOULDBLOCK ? .busy(folder) : .system(FileSystemError(folder, errno: lock.errno)) }
        return lock
    }

    static func checkCancellation() throws(FixError) { if Task.isCancelled { throw .cancelled } }

    static func unlessCancelled<Value>(
        _ work: @autoclosure () async throws(CancellationError) -> Value
    ) async throws(FixError) -> Value {
        do throws(CancellationError) { return try await work() } catch { throw .cancelled }
    }

    static func undoing(_ work: @autoclosure () throws(FixError) -> Void) throws(FixError) {
        do throws(FixError) { try work() } catch .unwritable(let cause) { throw .unwritableUndo(cause) }
    }
}
