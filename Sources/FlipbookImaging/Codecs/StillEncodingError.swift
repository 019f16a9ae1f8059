package enum StillEncodingError: Error, Hashable {
    /// The format cannot store the picture; `reason` is a fragment.
    case refused(format: String, reason: String)
    /// The library is not installed, by its loader name.
    case missingLibrary(String)
}
