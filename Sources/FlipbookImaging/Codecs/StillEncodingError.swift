/// A reason why a picture could not be written in a format.
package enum StillEncodingError: Error, Hashable {
    /// The format cannot have it; `reason` is a fragment.
    case refused(format: String, reason: String)
    /// The library that writes the format is not installed, by the loader's name.
    case missingLibrary(String)
}
