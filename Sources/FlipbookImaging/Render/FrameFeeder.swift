/// Makes a run of products on all cores and delivers each to a function in its turn.
package struct FrameFeeder: Sendable {
    /// How much is in the making or waits at most.
    package let window: ProductionWindow

    /// A feeder with at most so many products in the making or waiting.
    package init(window: Int) { self.window = ProductionWindow(count: window) }

    /// A feeder within a window.
    package init(_ window: ProductionWindow) { self.window = window }

    /// Makes products `0..<count` and delivers each in its turn. Nothing is in the making any more when it returns.
    ///
    /// - Parameters:
    ///   - count: How many; `Int.max` for no end.
    ///   - make: Makes the product of an index; runs concurrently with itself.
    ///   - deliver: Takes the products in order, one at a time.
    /// - Throws: The first error of either, `CancellationError`, or ``MachineShortage``.
    package func run<Product: Sendable>(
        count: Int,
        make: @escaping @Sendable (Int) async throws -> Product,
        deliver: (Int, Product) async throws -> Void
    ) async throws {
        let order = ProductionLine<Int, Product, any Error>.Order(
            count: count == .max ? nil : count,
            key: { $0 },
            make: make
        )
        let line = ProductionLine(order, window: window)
        let failure = await failure { () throws in
            while let (index, product) = try await line.next() { try await deliver(index, product) }
        }
        await line.stop()
        switch failure {
        case nil: return
        case .failed(let error)?: throw error
        case .cancelled?: throw CancellationError()
        case .shortage(let error)?: throw error
        }
    }

    /// What a body throws, with an error of its own as a failure.
    private func failure(_ body: () async throws -> Void) async -> ProductionError<any Error>? {
        do {
            try await body()
            return nil
        } catch let error as ProductionError<any Error> {
            return error
        } catch {
            return .failed(error)
        }
    }
}
