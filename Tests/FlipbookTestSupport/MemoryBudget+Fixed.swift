package import FlipbookFiles
import FlipbookImaging

extension MemoryBudget {
    /// So many bytes, whatever other programs and other tests leave: what is kept of them is the same in every run.
    package static func fixed(_ byteCount: Int) -> MemoryBudget {
        MemoryBudget(byteCount: byteCount, pressure: nil)
    }
}
