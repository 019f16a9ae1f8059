extension ProductionLine {
    /// Hands each product to a function in its turn, and ends the line. Nothing is in the making any more when it returns.
    /// - Parameters:
    ///   - wrap: What the line's own error is among those of `deliver`.
    ///   - deliver: Takes the products in order, one at a time.
    /// - Throws: The first error of a maker or of `deliver`, and where the task is cancelled, or there is no thread.
    package func deliver<Ending: Error>(
        _ wrap: (ProductionError<Failure>) -> Ending,
        to deliver: (Int, Product) async throws(Ending) -> Void
    ) async throws(Ending) {
        var ending: Ending?
        do throws(Ending) {
            while let (index, product) = try await next(wrap) { try await deliver(index, product) }
        } catch {
            ending = error
        }
        await stop()
        if let ending { throw ending }
    }

    private func next<Ending: Error>(
        _ wrap: (ProductionError<Failure>) -> Ending
    ) async throws(Ending) -> (index: Int, product: Product)? {
        do throws(ProductionError<Failure>) { return try await next() } catch { throw wrap(error) }
    }
}

extension ProductionLine.Order where Key == Int {
    /// Products each of which is another, for a function that takes them in order.
    package init(
        count: Int?,
        ready: @escaping @Sendable (Int) -> Product? = { _ in nil },
        make: @escaping @Sendable (Int) async throws(Failure) -> Product
    ) {
        self.init(count: count, key: { $0 }, ready: { index, _ in ready(index) }, make: make)
    }
}
