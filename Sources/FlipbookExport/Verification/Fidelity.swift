import FlipbookCore
import Glibc

/// The distance of the pixels of a written file from the composited frames, as its decoded pictures tell.
///
/// The frames are those in the numbers of the file, before they were rounded or dithered to its bits, and before luma and
/// chroma were made of them; what is decoded is made red, green and blue again, chroma linear between its samples. Decibels
/// are the peak signal-to-noise ratio over all samples of red, green and blue, and of alpha where the file keeps it; colors count
/// as far as they are seen. The similarity is SSIM (Wang et al., 2004), the mean of red, green and blue.
public struct Fidelity: Sendable, Codable, Hashable {
    /// The decoder of the file: an element of GStreamer's, or a reader of the library's own.
    public let decoder: String
    /// A Boolean value that indicates every sample of every frame as it was.
    public let isExact: Bool
    /// The peak signal-to-noise ratio, or `nil` if all is exact.
    public let psnr: Decibels?
    /// The mean similarity of all frames; 1 is the best.
    public let meanSSIM: Double
    /// The similarity of the frame where it is least.
    public let worstSSIM: Double

    /// The peak signal-to-noise ratio, in decibels.
    public struct Decibels: Sendable, Codable, Hashable {
        /// The ratio of all frames together.
        public let mean: Double
        /// The ratio of the worst frame.
        public let worst: Double
        /// The place of the worst frame in the file, from 1.
        public let worstFrame: Int
    }
}

extension Fidelity {
    /// The distance of the pixels of one film after another.
    /// - Parameter parts: The measures of each, and its frames, counted over all from 0.
    init(joining parts: [(fidelity: Fidelity, frames: Range<Int>)]) {
        let count = Double(parts.reduce(0) { $0 + $1.frames.count })
        func mean(_ value: (Fidelity) -> Double) -> Double {
            parts.reduce(0) { $0 + value($1.fidelity) * Double($1.frames.count) } / count
        }
        // Decibels tell the mean of squares.
        let square = mean { $0.psnr.map { pow(10, -$0.mean / 10) } ?? 0 }
        let worst = parts.compactMap { part in part.fidelity.psnr.map { ($0, part.frames.lowerBound) } }
            .min { $0.0.worst < $1.0.worst }
        decoder = parts.first?.fidelity.decoder ?? ""
        isExact = parts.allSatisfy(\.fidelity.isExact)
        psnr = worst.map { part, first in
            Decibels(mean: -10 * log10(square), worst: part.worst, worstFrame: first + part.worstFrame)
        }
        meanSSIM = mean(\.meanSSIM)
        worstSSIM = parts.map(\.fidelity.worstSSIM).min() ?? 1
    }

    /// Refuses pixels that are not what was asked for.
    func check(_ job: EncodingJob) throws {
        guard let psnr else { return }
        let found = "its frame \(psnr.worstFrame) is \(psnr.worst.tenths) dB from the picture"
        if job.request.isLossless { throw ExportError.readBack(reason: "\(found), and it is to be exact.") }
        guard let least = job.settings.pixelVerification?.leastPSNR, psnr.worst < least else { return }
        var request = job.request.inCommonWords
        request.isLossless = true
        let remedy: Explanation =
            job.codec.factors == nil
            ? request.otherwise()
            : ", or raise \(remedy: .set(.quality))"
        throw ExportError.readBack(
            reason: "\(found), less than \(least.tenths). Lower \(remedy: .set(.leastPSNR))" + remedy + "."
        )
    }
}

extension Double {
    fileprivate var tenths: String { "\((self * 10).rounded() / 10)" }
}

/// The demands on the decoded pixels of a file.
public struct PixelVerification: Sendable, Hashable, Codable {
    /// The decibels that every frame must have, or `nil` if they are only reported.
    public var leastPSNR: Double?

    /// Pixels that are compared, and refused where a frame has less than `leastPSNR` decibels.
    public init(leastPSNR: Double? = nil) { self.leastPSNR = leastPSNR }
}

extension Setting {
    static let verification = Setting(rawValue: "verify")
    static let leastPSNR = Setting(rawValue: "min-psnr")
}
