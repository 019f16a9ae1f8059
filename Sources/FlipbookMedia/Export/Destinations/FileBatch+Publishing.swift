import FlipbookCore
import FlipbookImaging
import Glibc

extension FileBatch {
    /// Gives every file its name, and waits until the names are on the disk.
    /// - Throws: ``ExportError/outputExists(_:)`` where another program made a file of one of the names meanwhile, and
    ///   everything is as it was; ``ExportError/notUndone(_:errno:)`` where it could not be put back.
    borrowing func publish(replaces: Bool) throws(ExportError) {
        do throws(Failure) {
            try commit(replaces: replaces)
        } catch  where !error.isUndone {
            throw .notUndone(error.path, errno: error.errno)
        } catch {
            throw error.errno == EEXIST ? .outputExists(error.path) : .cannotWrite(error.path, errno: error.errno)
        }
    }
}
