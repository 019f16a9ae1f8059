extension Result {
    package init(
        isolation: isolated (any Actor)? = #isolation,
        catching body: () async throws(Failure) -> sending Success
    ) async {
        do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
