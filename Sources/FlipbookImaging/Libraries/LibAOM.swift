internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

/// Encodes with libaom directly, at a constant quality. GStreamer's element for libaom prepares for packet loss, and limits the
/// bit rate.
package enum LibAOM {
    /// A compressed frame, including the hidden frames that it depends on.
    package struct Packet: Sendable {
        /// A temporal unit (AV1 bitstream specification, 7.5).
        package let bytes: [UInt8]
        package let frame: Int
    }

    package static var version: String? { AOMCalls.loaded?.aom_codec_version_str().map { String(cString: $0) } }

    package final class Encoder {
        private let aom: AOMCalls
        private let encoder: UnsafeMutablePointer<aom_codec_ctx>
        private let (size, format): (PixelSize, PixelFormat)
        private var count: Int64 = 0

        /// Begins a video of 8-bit luma and chroma. Returns `nil` if no compatible library is installed.
        /// - Parameters:
        ///   - level: libaom's quantizer level, 0 (best) to 63.
        ///   - speed: libaom's speed, 0 (smallest files) to 9.
        ///   - keyDistance: The maximum distance between keyframes, in frames.
        ///   - threads: The number of threads.
        package init?(
            of size: PixelSize,
            _ format: PixelFormat,
            rate: FrameRate,
            level: Int,
            speed: Int,
            keyDistance: Int,
            threads: Int
        ) throws(StillEncodingError) {
            guard let aom = AOMCalls.loaded, let coder = aom.aom_codec_av1_cx() else { return nil }
            var settings = aom_codec_enc_cfg()
            guard aom.aom_codec_enc_config_default(coder, &settings, 0) == 0 else { return nil }
            (settings.g_w, settings.g_h) = (UInt32(size.width), UInt32(size.height))
            // The profiles for 4:4:4, 4:2:2, and 4:2:0 (AV1 bitstream specification, 6.4.1).
            settings.g_profile = format == .yuv444p ? 1 : format == .yuv422p ? 2 : 0
            settings.g_threads = UInt32(threads)
            settings.g_timebase = aom_rational(num: rate.denominator, den: rate.numerator)
            settings.rc_end_usage = AOM_Q
            settings.kf_max_dist = UInt32(keyDistance)
            encoder = .allocate(capacity: 1)
            encoder.initialize(to: aom_codec_ctx())
            // A version of libaom with different structures rejects this number.
            guard aom.aom_codec_enc_init_ver(encoder, coder, &settings, 0, AOM_ENCODER_ABI_VERSION) == 0 else {
                encoder.deallocate()
                return nil
            }
            (self.aom, self.size, self.format) = (aom, size, format)
            for (name, value) in [("cpu-used", speed), ("cq-level", level), ("row-mt", 1)] {
                guard aom.aom_codec_set_option(encoder, name, "\(value)") == 0 else {
                    throw .refused(format: "AV1", reason: "libaom rejects \(name)=\(value)")
                }
            }
        }

        deinit {
            _ = aom.aom_codec_destroy(encoder)
            encoder.deallocate()
        }

        /// Encodes the next frame, and returns finished frames. libaom reads many frames ahead before it finishes one.
        package func add(_ picture: Picture) throws(StillEncodingError) -> [Packet] {
            precondition(picture.format == format && picture.size == size, "a video requires pictures of the same kind")
            let planes = picture.planes
            let status = picture.withUnsafeBytes { bytes in
                var image = aom_image()
                image.fmt =
                    format == .yuv444p ? AOM_IMG_FMT_I444 : format == .yuv422p ? AOM_IMG_FMT_I422 : AOM_IMG_FMT_I420
                (image.w, image.h) = (UInt32(size.width), UInt32(size.height))
                (image.d_w, image.d_h) = (image.w, image.h)
                image.bit_depth = 8
                image.x_chroma_shift = format == .yuv444p ? 0 : 1
                image.y_chroma_shift = format == .i420 ? 1 : 0
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
                image.planes = (
                    start?.advanced(by: planes[0].offset), start?.advanced(by: planes[1].offset),
                    start?.advanced(by: planes[2].offset)
                )
                image.stride = (
                    Int32(planes[0].bytesPerRow), Int32(planes[1].bytesPerRow), Int32(planes[2].bytesPerRow)
                )
                return aom.aom_codec_encode(encoder, &image, count, 1, 0)
            }
            try check(status)
            count += 1
            return packets()
        }

        package func finish(unless isStopped: () -> Bool) throws(StillEncodingError) -> [Packet] {
            var found: [Packet] = []
            while !isStopped() {
                try check(aom.aom_codec_encode(encoder, nil, count, 1, 0))
                let more = packets()
                if more.isEmpty { break }
                found += more
            }
            return found
        }

        private func packets() -> [Packet] {
            var (found, place): ([Packet], UnsafeRawPointer?) = ([], nil)
            while let packet = aom.aom_codec_get_cx_data(encoder, &place)?.pointee {
                guard packet.kind == AOM_CODEC_CX_FRAME_PKT else { continue }
                let frame = packet.data.frame
                let bytes = UnsafeRawBufferPointer(start: frame.buf, count: frame.sz)
                found.append(Packet(bytes: Array(bytes), frame: Int(frame.pts)))
            }
            return found
        }

        private func check(_ status: Int32) throws(StillEncodingError) {
            guard status != 0 else { return }
            let words = encoder.pointee.err_detail.map { String(cString: $0) } ?? "libaom's error \(status)"
            throw .refused(format: "AV1", reason: words)
        }
    }
}
