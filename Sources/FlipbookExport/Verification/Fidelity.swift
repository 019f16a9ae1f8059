import FlipbookCore
import Glibc

/// The difference between the decoded pixels of a file and the composited frames.
///
/// The frames are compared in the file's colors, before rounding, dithering, and conversion to luma and chroma. Decoded
/// pictures are converted to RGB with linear interpolation of chroma. Decibels are the peak signal-to-noise ratio over all
/// samples of red, green, blue, and any alpha; colors are included only to the extent that they are visible. The similarity is
/// SSIM (Wang et al., 2004), the mean of red, green, and blue.
public struct Fidelity: Sendable, Codable, Hashable {
    /// The decoder of the file: a GStreamer element, or one of the library's readers.
    public let decoder: String
    /// A Boolean value that indicates whether all samples are preserved exactly.
    public let isExact: Bool
    /// The peak signal-to-noise ratio, or `nil` if all samples are exact.
    public let psnr: Decibels?
    /// The mean similarity of all frames, at most 1.
    public let meanSSIM: Double
    /// The similarity of the worst frame.
    public let worstSSIM: Double

    /// The peak signal-to-noise ratio in decibels.
    public struct Decibels: Sendable, Codable, Hashable {
        /// The ratio over all frames.
        public let mean: Double
        /// The ratio of the worst frame.
        public let worst: Double
        /// The 1-based position of the worst frame in the file.
        public let worstFrame: Int
    }
}

extension Fidelity {
    /// Combines the fidelity of consecutive videos.
    /// - Parameter parts: The fidelity of each video, and its range of frames in the joined video.
    init(joining parts: [(fidelity: Fidelity, frames: Range<Int>)]) {
        let count = Double(parts.reduce(0) { $0 + $1.frames.count })
        func mean(_ value: (Fidelity) -> Double) -> Double {
            parts.reduce(0) { $0 + value($1.fidelity) * Double($1.frames.count) } / count
        }
        // Decibels express the mean of squares.
        let square = mean { $0.psnr.map { pow(10, -$0.mean / 10) } ?? 0 }
        let worst = parts.compactMap { part in part.fidelity.psnr.map { ($0, part.frames.lowerBound) } }
            .min { $0.0.worst < $1.0.worst }
        (decoder, isExact) = (parts.first?.fidelity.decoder ?? "", parts.allSatisfy(\.fidelity.isExact))
        psnr = worst.map { part, first in
            Decibels(mean: -10 * log10(square), worst: part.worst, worstFrame: first + part.worstFrame)
        }
        (meanSSIM, worstSSIM) = (mean(\.meanSSIM), parts.map(\.fidelity.worstSSIM).min() ?? 1)
    }

    func check(_ job: EncodingJob) throws {
        guard let psnr else { return }
        let found = "its frame \(psnr.worstFrame) has a PSNR of \(psnr.worst.tenths) dB"
        if job.request.isLossless { throw ExportError.readBack(reason: "\(found), but must be exact.") }
        guard let least = job.settings.pixelVerification?.leastPSNR, psnr.worst < least else { return }
        var request = job.request.inCommonWords
        request.isLossless = true
        let remedy: Explanation =
            job.codec.factors == nil ? request.otherwise() : ", or raise \(remedy: .set(.quality))"
        throw ExportError.readBack(
            reason: "\(found), less than \(least.tenths). Lower \(remedy: .set(.leastPSNR))" + remedy + "."
        )
    }
}

extension Double { fileprivate var tenths: String { "\((self * 10).rounded() / 10)" } }

/// The requirements on the decoded pixels of a file.
public struct PixelVerification: Sendable, Hashable, Codable {
    /// The minimum PSNR of every frame in decibels. If `nil`, the PSNR is only reported.
    public var leastPSNR: Double?

    /// Creates requirements. The export fails if a frame is below `leastPSNR` decibels.
    public init(leastPSNR: Double? = nil) { self.leastPSNR = leastPSNR }
}

extension Setting {
    static let verification = Setting(rawValue: "verify")
    static let leastPSNR = Setting(rawValue: "min-psnr")
}
