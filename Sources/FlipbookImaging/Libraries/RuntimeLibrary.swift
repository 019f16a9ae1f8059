package import FlipbookFiles
internal import Glibc
internal import Synchronization

/// A library that is loaded on demand. Its file names end with the numbers of versions whose interfaces are known.
package final class RuntimeLibrary: Sendable {
    /// The file name. If there are multiple versions, this is the name in Debian 12.
    package let name: String
    private let names: [String]
    private let prepare: (@Sendable () -> Void)?
    /// The name and handle of the installed version, or `nil` before the first use. If no version is installed, the handle is
    /// zero. The handle is never closed.
    private let found = Mutex<(name: String?, handle: UInt)?>(nil)

    /// Creates a library from its verified file names, best first. Set `isOpaque` if Flipbook uses none of the library's
    /// structures, so that later versions are also accepted.
    package init(_ names: String..., isOpaque: Bool = false, beforeLoading prepare: (@Sendable () -> Void)? = nil) {
        precondition(!names.isEmpty, "a library must have a name")
        self.names = isOpaque ? names + names.flatMap(Self.versions(after:)) : names
        (name, self.prepare) = (names[0], prepare)
    }

    private static func versions(after name: String) -> [String] {
        guard let point = name.lastIndex(of: "."), let number = Int(name[point...].dropFirst()) else { return [] }
        return (1...8).map { "\(name[...point])\(number + $0)" }
    }

    package static func version(after name: String) -> String? {
        versions(after: name).first { later in
            guard let handle = dlopen(later, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(handle)
            return true
        }
    }

    package var isInstalled: Bool { installedName != nil }

    package var installedName: String? { loaded.name }

    package func function<Function>(_ symbol: String, as type: Function.Type = Function.self) -> Function? {
        guard let handle, let address = dlsym(handle, symbol) else { return nil }
        return unsafeBitCast(address, to: Function.self)
    }

    package func calls<Calls>(_ names: UnsafePointer<UnsafePointer<CChar>>) -> Calls? {
        guard let handle else { return nil }
        let count = MemoryLayout<Calls>.size / MemoryLayout<UnsafeRawPointer>.size
        let functions = (0..<count).map { dlsym(handle, names[$0]) }
        return functions.contains(nil) ? nil : functions.withUnsafeBytes { $0.load(as: Calls.self) }
    }

    private var handle: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: loaded.handle) }

    private var loaded: (name: String?, handle: UInt) {
        found.withLock { found in
            if let found { return found }
            prepare?()
            for name in names {
                if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                    Self.shortages.withLock { $0[self.name] = nil }
                    found = (name, UInt(bitPattern: handle))
                    break
                }
                guard let words = dlerror(), let shortage = Self.shortage(in: String(cString: words)) else { continue }
                Self.shortages.withLock { $0[self.name] = shortage }
            }
            let result = found ?? (nil, 0)
            found = result
            return result
        }
    }

    /// For each installed library that could not be loaded, the shortage of memory or open files that prevented it.
    private static let shortages = Mutex<[String: MachineShortage]>([:])

    package static func shortage(loading name: String) -> MachineShortage? { shortages.withLock { $0[name] } }

    package static func shortage(in words: String) -> MachineShortage? {
        // If memory is short, the loader may report one of these messages without the system's error.
        let loader = ["segment from shared object", "zero-fill pages", "memory protections", "out of memory"]
        let reasons = [ENOMEM, EMFILE, ENFILE].map { (String(cString: strerror($0)), $0) }
        if let (_, code) = reasons.first(where: { words.hasSuffix($0.0) }) { return MachineShortage(errno: code) }
        return loader.contains(where: words.hasSuffix) ? MachineShortage(errno: ENOMEM) : nil
    }
}
