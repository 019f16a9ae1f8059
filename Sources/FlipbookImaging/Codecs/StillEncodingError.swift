package enum StillEncodingError: Error, Hashable {
    case refused(format: String, reason: String)
    case missingLibrary(String)
}
