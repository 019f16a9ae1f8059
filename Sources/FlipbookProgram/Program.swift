import FlipbookTool

/// The program `flipbook`.
@main
struct Program {
    @MainActor static func main() async { await FlipbookCommand.main() }
}
