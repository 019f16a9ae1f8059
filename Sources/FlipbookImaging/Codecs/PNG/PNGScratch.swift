/// Working memory of the fast PNG decoder, kept for the next call.
final class PNGScratch {
    /// Short IDAT payloads, gathered.
    let staging = GrowableMemory()
    /// A block of unpacked scanlines.
    let rows = GrowableMemory()
    /// A row of zeros, which stands above the first one.
    let zeros = GrowableMemory()
    /// The unpacker, or `nil` if there is no memory for one.
    let inflater = Inflater()

    /// The scratches that no call uses.
    static let pool = Pool {
        PNGScratch()
    } trimming: {
        for memory in [$0.rows, $0.zeros] { memory.trim() }
    }
}
