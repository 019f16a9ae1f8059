import FlipbookFuzzing
import Foundation

/// The target that `FLIPBOOK_FUZZ_TARGET` names.
let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FLIPBOOK_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.named(name) else { fatalError("there is no target '\(name)'") }
    return target
}()
