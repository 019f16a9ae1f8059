package enum StillEncodingError: Error, Hashable {
    /// The format cannot store the picture; `reason` is a fragment.
    case refused(format: String, reason: String)
    /// The library with this loader name is not installed.
    case missingLibrary(String)
}
