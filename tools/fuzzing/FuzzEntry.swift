import FlipbookFuzzing

/// What libFuzzer, which brings the program's `main`, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if case .broken(let promise) = chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count))) {
        fatalError(promise)
    }
    return 0
}
