extension ProductionLine where Failure == any Error {
    /// Hands each product to a function in its turn, and ends the line. Nothing is in the making any more when it returns.
    /// - Parameter deliver: Takes the products in order, one at a time.
    /// - Throws: The first error of a maker or of `deliver`, `CancellationError`, or ``MachineShortage``.
    package func deliver(to deliver: (Int, Product) async throws -> Void) async throws {
        var failure: (any Error)?
        do {
            while let (index, product) = try await next() { try await deliver(index, product) }
        } catch let error as ProductionError<any Error> {
            failure = error.cause
        } catch {
            failure = error
        }
        await stop()
        if let failure { throw failure }
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

extension ProductionError<any Error> {
    fileprivate var cause: any Error {
        switch self {
        case .failed(let error): error
        case .cancelled: CancellationError()
        case .shortage(let error): error
        }
    }
}
