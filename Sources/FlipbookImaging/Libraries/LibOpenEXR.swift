internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles
internal import Glibc

struct LibOpenEXR {
    private let exr: EXRCalls

    static let loaded = EXRCalls.loaded.map { LibOpenEXR(exr: $0) }

    /// Calls `body` with each row of the displayed part, or of its tiles. Each channel has single-precision values.
    func read(
        _ bytes: UnsafeRawBufferPointer,
        _ header: EXRHeader,
        _ body: (EXRHeader.Row, [UnsafePointer<Float>]) -> Void
    ) throws(ImageError) {
        try withFile(bytes, header) { (file) throws(ImageError) in
            // The library keeps pointers into this structure, so it must not move.
            let decoding = UnsafeMutablePointer<exr_decode_pipeline_t>.allocate(capacity: 1)
            decoding.initialize(to: exr_decode_pipeline_t())
            defer {
                _ = exr.exr_decoding_destroy(file, decoding)
                decoding.deallocate()
            }
            var planes: [Float] = []
            let wanted = header.shown.distinct
            let places = header.shown.map { wanted.firstIndex(of: $0) ?? 0 }
            let part = Int32(header.part)
            var isFirst = true
            try forEachChunk(file, header) { (chunk, x, y) throws(ImageError) in
                let (width, height) = (Int(chunk.width), Int(chunk.height))
                let size = header.data.size
                let fits = (1...size.width).contains(width) && (1...size.height).contains(height)
                try require(fits, "it has blocks of \(width)x\(height) pixels")
                let area = width * height
                // Version 3.1.5 writes four half-precision channels at once. It crashes if one of them has no memory, so a
                // spare plane is needed.
                let unwanted = wanted.count
                if planes.count < area * (unwanted + 1) { planes = Array(repeating: 0, count: area * (unwanted + 1)) }
                var chunk = chunk
                let begin = isFirst ? exr.exr_decoding_initialize : exr.exr_decoding_update
                try check(begin(file, part, &chunk, decoding), header)
                let decoded: Int32 = planes.withUnsafeMutableBufferPointer { planes in
                    for index in 0..<Int(decoding.pointee.channel_count) {
                        let channel = decoding.pointee.channels + index
                        let name = channel.pointee.channel_name.map { String(cString: $0) } ?? ""
                        let isWhole = channel.pointee.width == chunk.width && channel.pointee.height == chunk.height
                        let place = (isWhole ? wanted.firstIndex(of: name) : nil) ?? unwanted
                        guard let start = planes.baseAddress else { continue }
                        channel.pointee.user_bytes_per_element = 4
                        channel.pointee.user_data_type = UInt16(EXR_PIXEL_FLOAT)
                        channel.pointee.user_pixel_stride = 4
                        channel.pointee.user_line_stride = Int32(width * 4)
                        channel.pointee.decode_to_ptr = UnsafeMutableRawPointer(start + place * area)
                            .assumingMemoryBound(to: UInt8.self)
                    }
                    let code = isFirst ? exr.exr_decoding_choose_default_routines(file, part, decoding) : 0
                    return code == 0 ? exr.exr_decoding_run(file, part, decoding) : code
                }
                isFirst = false
                try check(decoded, header)
                planes.withUnsafeBufferPointer { planes in
                    guard let start = planes.baseAddress else { return }
                    for row in 0..<height {
                        let channels = places.map { start + $0 * area + row * width }
                        body(EXRHeader.Row(x: x, y: y + row, count: width), channels)
                    }
                }
            }
        }
    }

    private func forEachChunk(
        _ file: UnsafeMutableRawPointer,
        _ header: EXRHeader,
        _ body: (exr_chunk_info_t, Int, Int) throws(ImageError) -> Void
    ) throws(ImageError) {
        let (data, part) = (header.data, Int32(header.part))
        if let tile = header.tile {
            for y in 0..<(data.size.height + tile.height - 1) / tile.height {
                for x in 0..<(data.size.width + tile.width - 1) / tile.width {
                    var chunk = exr_chunk_info_t()
                    try check(exr.exr_read_tile_chunk_info(file, part, Int32(x), Int32(y), 0, 0, &chunk), header)
                    try body(chunk, data.left + x * tile.width, data.top + y * tile.height)
                }
            }
        } else {
            var step: Int32 = 0
            try check(exr.exr_get_scanlines_per_chunk(file, part, &step), header)
            try require(step > 0, "it has no rows")
            for y in stride(from: data.top, through: data.bottom, by: Int(step)) {
                var chunk = exr_chunk_info_t()
                try check(exr.exr_read_scanline_chunk_info(file, part, Int32(y), &chunk), header)
                try body(chunk, data.left, Int(chunk.start_y))
            }
        }
    }

    private func withFile(
        _ bytes: UnsafeRawBufferPointer,
        _ header: EXRHeader,
        _ body: (UnsafeMutableRawPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        let source = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(capacity: 1)
        source.initialize(to: bytes)
        defer { source.deallocate() }
        var options = exr_context_initializer_t()
        options.size = MemoryLayout<exr_context_initializer_t>.size
        options.error_handler_fn = { _, _, _ in }
        options.user_data = UnsafeMutableRawPointer(source)
        options.read_fn = { _, source, target, count, offset, _ in
            guard let bytes = source?.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee, let target,
                offset < UInt64(bytes.count)
            else { return 0 }
            let part = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(Int(clamping: count)))
            if let start = part.baseAddress { memcpy(target, start, part.count) }
            return Int64(part.count)
        }
        options.size_fn = { _, source in
            Int64(source?.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee.count ?? 0)
        }
        (options.zip_level, options.dwa_quality) = (-2, -1)
        var file: UnsafeMutableRawPointer?
        let code = exr.exr_start_read(&file, "picture", &options)
        defer { if file != nil { _ = exr.exr_finish(&file) } }
        try check(code, header)
        if let file { try body(file) }
    }

    private func check(_ code: Int32, _ header: EXRHeader) throws(ImageError) {
        switch code {
        case EXR_ERR_SUCCESS: return
        case EXR_ERR_OUT_OF_MEMORY: throw .memory(0)
        case EXR_ERR_READ_IO: throw .truncated
        case EXR_ERR_FEATURE_NOT_IMPLEMENTED: throw header.unpackable
        default: throw .corrupt(reason: "OpenEXR's error \(code)")
        }
    }
}
