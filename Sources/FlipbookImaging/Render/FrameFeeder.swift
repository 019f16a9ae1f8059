/// Makes a run of products on all cores and delivers them in order: the one concurrent place.
///
/// A window of child tasks works ahead; a product that is finished early waits
/// for its turn. The next one is begun only when one was delivered, so a slow
/// receiver holds the makers back and memory stays bounded. Cancelling the task
/// that runs the feeder stops it; so does the first error.
package struct FrameFeeder: Sendable {
    /// How many products are in the making or waiting at most.
    package let window: Int

    package init(window: Int) {
        self.window = window
    }

    /// Makes products `0..<count` and delivers each in its turn.
    ///
    /// - Parameters:
    ///   - make: Makes the product of an index; runs concurrently with itself.
    ///   - deliver: Takes the products in order, one at a time.
    package func run<Product: Sendable>(
        count: Int,
        make: @escaping @Sendable (Int) async throws -> Product,
        deliver: (Int, Product) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Product).self) { group in
            var begun = 0
            func begin() {
                guard begun < count else { return }
                let index = begun
                begun += 1
                group.addTask(executorPreference: WorkExecutor.shared) {
                    try Task.checkCancellation()
                    return (index, try await make(index))
                }
            }
            for _ in 0..<max(1, window) { begin() }

            var waiting: [Int: Product] = [:]
            var next = 0
            while let (index, product) = try await group.next() {
                waiting[index] = product
                while let product = waiting.removeValue(forKey: next) {
                    try Task.checkCancellation()
                    try await deliver(next, product)
                    next += 1
                    begin()
                }
            }
        }
    }
}
