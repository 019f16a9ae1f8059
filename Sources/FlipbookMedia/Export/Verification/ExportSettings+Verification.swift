import FlipbookCore

extension Setting {
    static let verification = Setting(rawValue: "verify")
    static let leastPSNR = Setting(rawValue: "min-psnr")
}

extension ExportSettings {
    /// Refuses to have pixels compared of a file that is not decoded again.
    func checkVerification() throws(ExportError) {
        guard pixelVerification != nil, !profile.format.comparesPixels else { return }
        throw .unencodable(
            reason:
                "\(setting: .verification): \(profile.format.noun) is not decoded again, only taken apart and counted. "
                + "Leave \(remedy: .omit(.verification)) out, or write \(remedy: .choose(format: "mkv"))."
        )
    }
}

extension OutputFormat {
    /// Whether the pixels of such a file can be decoded and compared with those that it was made of.
    public var comparesPixels: Bool {
        muxing != nil || isNumbered && defaultCodec.encoder?.isDecodedByLibrary == true
    }
}
