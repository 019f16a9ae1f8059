internal import Glibc

/// A folder by its device and number, through any path.
package struct FolderIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The folder at `path`, through symbolic links; `nil` where there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
