package import FlipbookFiles
internal import Glibc
internal import Synchronization

/// A library that is loaded when it is first needed; its names end in the versions of the declared interface.
package final class RuntimeLibrary: Sendable {
    /// The loader's name for it; of several versions the one that Debian 12 has.
    package let name: String
    private let names: [String]
    private let prepare: (@Sendable () -> Void)?
    /// The name and handle, 0 for none, of the version that is there, or `nil` before it was looked for; never closed.
    private let found = Mutex<(name: String?, handle: UInt)?>(nil)

    /// A library by the loader's names of compared versions, in the order in which they are tried; later ones serve
    /// `isOpaque`, calls of functions alone without structures to fill.
    package init(_ names: String..., isOpaque: Bool = false, beforeLoading prepare: (@Sendable () -> Void)? = nil) {
        precondition(!names.isEmpty, "a library has a name")
        self.names = isOpaque ? names + names.flatMap(Self.versions(after:)) : names
        (name, self.prepare) = (names[0], prepare)
    }

    private static func versions(after name: String) -> [String] {
        guard let point = name.lastIndex(of: "."), let number = Int(name[point...].dropFirst()) else { return [] }
        return (1...8).map { "\(name[...point])\(number + $0)" }
    }

    /// The version that is there of a library behind one that is not, by the loader's names: its interface was not compared.
    package static func version(after name: String) -> String? {
        versions(after: name).first { later in
            guard let handle = dlopen(later, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(handle)
            return true
        }
    }

    /// A Boolean value that indicates whether it is there; loads it.
    package var isInstalled: Bool { installedName != nil }

    /// The loader's name of the version that is there, or `nil` if none is.
    package var installedName: String? { loaded.name }

    /// The function of a name, as a `@convention(c)` pointer of the type `Function`, or `nil` if there is none.
    package func function<Function>(_ symbol: String, as type: Function.Type = Function.self) -> Function? {
        guard let handle, let address = dlsym(handle, symbol) else { return nil }
        return unsafeBitCast(address, to: Function.self)
    }

    /// The functions of a list, in a structure of nothing else in the same order, or `nil` if one is missing.
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
                noteShortage()
            }
            let result = found ?? (nil, 0)
            found = result
            return result
        }
    }

    /// The shortages in which libraries that are there were not loaded, by their names.
    private static let shortages = Mutex<[String: MachineShortage]>([:])

    /// The shortage where the library of this name could not be loaded, or `nil` if it was loaded, or is not there.
    package static func shortage(loading name: String) -> MachineShortage? { shortages.withLock { $0[name] } }

    /// Keeps why the library was not loaded just now, where the machine is to blame.
    private func noteShortage() {
        guard let words = dlerror().map({ String(cString: $0) }) else { return }
        guard let shortage = Self.shortage(in: words) else { return }
        Self.shortages.withLock { $0[name] = shortage }
    }

    /// The shortage that the loader's words tell, or `nil` if they tell none.
    package static func shortage(in words: String) -> MachineShortage? {
        // Of a library without room, the loader may say no more than that it could not map it.
        let mapping = "failed to map segment from shared object"
        let reasons = [ENOMEM, EMFILE, ENFILE].map { (String(cString: strerror($0)), $0) }
        if let (_, code) = reasons.first(where: { words.hasSuffix($0.0) }) { return MachineShortage(errno: code) }
        return words.hasSuffix(mapping) ? MachineShortage(errno: ENOMEM) : nil
    }
}
