/// How near the pixels of a written file are to the composited frames, as its decoded pictures tell.
///
/// Decibels are the peak signal-to-noise ratio over all samples that the file stores: of luma and chroma, or of red, green,
/// blue and alpha. The similarity is SSIM (Wang et al., 2004) of luma, or the mean of red, green and blue.
public struct Fidelity: Sendable, Codable, Hashable {
    /// What decoded the file: an element of GStreamer's, or a format that the library reads itself.
    public let decoder: String
    /// Whether every sample of every frame came back as it was.
    public let isExact: Bool
    /// Decibels of all frames together; `nil` where all is exact.
    public let meanPSNR: Double?
    /// Decibels of the worst frame; `nil` where all is exact.
    public let worstPSNR: Double?
    /// The place of the worst frame in the file, from 1; `nil` where all is exact.
    public let worstFrame: Int?
    /// The mean similarity of all frames; 1 is the best.
    public let meanSSIM: Double
    /// The similarity of the frame where it is least.
    public let worstSSIM: Double
}

/// What the decoded pixels of a file are asked for.
public struct PixelVerification: Sendable, Hashable {
    /// The decibels that every frame must have; `nil` where they are only told.
    public var leastPSNR: Double?

    /// Pixels that are compared, and refused where a frame has less than `leastPSNR` decibels.
    public init(leastPSNR: Double? = nil) { self.leastPSNR = leastPSNR }
}
