package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc

package enum StandardInput {
    package static let path = FilePath("/dev/stdin")

    /// Returns `true` for standard input, or for a folder in an archive that is read from standard input.
    package static func isMeant(by input: String) -> Bool { input == "-" || "\(input)/".hasPrefix("\(path)/") }

    /// Returns the inputs with `-` replaced by the path of standard input.
    ///
    /// The bytes of a pipe are first written to an unnamed file in `TMPDIR` or `/var/tmp`. This file then replaces standard
    /// input, so that every reader can open it again. The file may use at most half of the free space.
    package static func taken(into inputs: [String]) throws(Failure) -> [String] {
        let count = inputs.count(where: isMeant)
        guard count > 0 else { return inputs }
        guard count == 1 else { throw .usage("-: standard input was specified \(count) times. Specify it once.") }
        guard isatty(STDIN_FILENO) == 0 else {
            throw .usage(
                "-: standard input is a terminal. Send pictures to it, as in 'cat *.png | flipbook play -', or specify "
                    + "a file."
            )
        }
        if !isWholeFile { try spool() }
        guard let status = FileStatus(STDIN_FILENO), status.byteCount > 0
        else { throw .incomplete("-: standard input is empty. Check the output of the command that feeds it.") }
        if let format = ImageFormat(ofSeveralIn: path) {
            throw .incomplete(
                "-: multiple \(format.name) pictures in a row cannot be separated. Specify the files, or send PNG, PPM "
                    + "or DPX."
            )
        }
        return inputs.map { $0 == "-" ? path.string : $0 }
    }

    /// A Boolean value that indicates whether standard input is an unread file that can be opened again.
    private static var isWholeFile: Bool {
        FileStatus(STDIN_FILENO)?.kind == .file && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
            && access(path.string, R_OK) == 0
    }

    private static func spool() throws(Failure) {
        let folder = Environment.path("TMPDIR") ?? "/var/tmp"
        var name = Array("\(folder)/flipbook-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw failure(errno, in: folder) }
        defer { close(file) }
        unlink(name)
        let limit = room(in: file) / 2
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var (written, count) = (0, 0)
        repeat {
            let code: Int32
            (count, code) = OpenFile.read(STDIN_FILENO, into: buffer)
            guard code == 0 else { throw .environment("-: standard input cannot be read: \(reason(code)).") }
            written += count
            guard written <= limit else {
                throw .environment(
                    "-: standard input exceeds \(limit >> 20) MiB, half of the free space in \(folder). Set TMPDIR to "
                        + "a folder with more space, or save the pictures to a file."
                )
            }
            let failed = OpenFile.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
            guard failed == 0 else { throw failure(failed, in: folder) }
        } while count > 0
        guard dup2(file, STDIN_FILENO) >= 0 else { throw failure(errno, in: folder) }
    }

    private static func room(in file: Int32) -> Int {
        var status = statvfs()
        guard fstatvfs(file, &status) == 0 else { return .max }
        return Int(clamping: status.f_bavail &* status.f_frsize)
    }

    private static func failure(_ code: Int32, in folder: String) -> Failure {
        .environment(
            "-: standard input cannot be stored in \(folder): \(reason(code)). Set TMPDIR to a folder with free space, "
                + "or save the pictures to a file."
        )
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
