import Testing

/// The program of all tests. Since it is here, nothing indexes the tests to find XCTest's, of which there are none.
@main
enum TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
