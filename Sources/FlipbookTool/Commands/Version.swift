/// The version that `flipbook --version` prints; the changelog has its contents.
let flipbookVersion = "0.1.0"
