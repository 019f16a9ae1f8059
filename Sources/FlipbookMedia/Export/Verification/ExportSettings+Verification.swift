import FlipbookCore

extension Setting {
    static let verification = Setting(rawValue: "verify")
    static let leastPSNR = Setting(rawValue: "min-psnr")
}

extension ExportSettings {
    /// Refuses to have pixels compared of a file that is not decoded again.
    func checkVerification(_ demand: EncodingDemand) throws(ExportError) {
        guard pixelVerification != nil, !profile.format.comparesPixels else { return }
        throw .unencodable(
            reason:
                "\(setting: .verification): \(profile.format.noun) does not hold the pixels of every frame in a file. "
                + "Leave \(remedy: .omit(.verification)) out"
                + demand.otherwise(than: profile.format, with: profile.codec) + "."
        )
    }
}
