import ArgumentParser
import FlipbookCommandLine
import FlipbookExport

/// The check of a finished file's pixels.
struct VerificationOptions: ParsableArguments {
    /// The part of a file that is compared with the frames, beside their number, times and sizes.
    enum Subject: String, ArgumentWord {
        case pixels
    }

    @Option("<what> Decode the file, compare its pixels with the frames, and print mean and worst PSNR and SSIM.")
    var verify: Subject?

    @Option(
        "<decibels> Compare the pixels, and refuse a file with a frame below this PSNR.",
        name: .customLong("min-psnr")
    )
    var minPSNR: Double?

    func validate() throws {
        if let minPSNR, !(0...200).contains(minPSNR) {
            throw ValidationError("--min-psnr \(minPSNR): give 0 to 200 decibels; 40 is hard to tell from the frames.")
        }
    }

    /// Gives the settings of a file what was asked for; of several files each that can be decoded is compared.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat]) {
        guard verify != nil || minPSNR != nil else { return }
        let isKept = settings.encoding.format.comparesPixels || !formats.contains(where: \.comparesPixels)
        settings.pixelVerification = isKept ? PixelVerification(leastPSNR: minPSNR) : nil
    }
}
