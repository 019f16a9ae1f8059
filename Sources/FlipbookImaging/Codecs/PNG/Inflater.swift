internal import CImageKernels

extension UnsafeRawBufferPointer { var crc32: UInt32 { flipbook_crc32(baseAddress, count) } }

extension [UInt8] {
    var deflated: [UInt8] {
        let capacity = flipbook_deflate_capacity(count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { target, length in
            guard let start = target.baseAddress else { return }
            length = flipbook_deflate(start, capacity, self, count)
        }
    }
}

final class Inflater {
    private let state: OpaquePointer

    init?() {
        guard let state = flipbook_inflater_create() else { return nil }
        self.state = state
    }

    deinit { flipbook_inflater_destroy(state) }

    enum Status: UInt32 {
        /// All input is consumed, or the output is full.
        case more
        case ended, doubtful
    }

    func begin() { flipbook_inflater_begin(state) }

    /// Unpacks until the input is consumed, the output is full, or the stream ends. Advances both buffers.
    func run(_ input: inout UnsafeRawBufferPointer, _ output: inout UnsafeMutableRawBufferPointer) -> Status {
        // An empty buffer may have no address, but the inflater requires one.
        guard let room = output.baseAddress else { return .more }
        var from = (input.baseAddress ?? UnsafeRawPointer(room)).assumingMemoryBound(to: UInt8.self)
        var to = room.assumingMemoryBound(to: UInt8.self)
        var (available, free) = (input.count, output.count)
        let status = flipbook_inflater_run(state, &from, &available, &to, &free)
        input = UnsafeRawBufferPointer(start: from, count: available)
        output = UnsafeMutableRawBufferPointer(start: to, count: free)
        return Status(rawValue: status.rawValue) ?? .doubtful
    }
}
