package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FoundationEssentials

package struct UndoCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "undo",
        abstract: "Reverses the last fix in a folder.",
        usage: "flipbook undo <dir> ... [<options>]",
        discussion: """
            undo checks every folder before it moves a file. If a file has changed since the fix, undo changes no \
            folder. It compares lengths and hashes, so it also works in a copy of the folder. A second undo reverses \
            the fix before that one.

            Exit status: 0 done; 2 an error in the command line; 3 there is nothing to undo, a file has changed, or \
            a folder cannot be read or written; 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
            """
    )

    @Argument(help: ArgumentHelp("Folders that 'flipbook fix' changed.", valueName: "dir"))
    package var folders: [String]

    @Flag(name: .shortAndLong, help: "Also undo fixes in subfolders, without following links.") var recursive = false

    @Flag(help: "List the fixes that can be undone, without undoing them.") var list = false

    @Flag(help: "Delete the undo records and the replaced pictures.") var forget = false

    @Flag(name: .shortAndLong, help: "Print only errors and the list.") var quiet = false

    package func validate() throws {
        if list, forget { throw ValidationError("--list and --forget: use only one of the two.") }
        for folder in folders where folder.isEmpty || folder.utf8.contains(0) {
            throw ValidationError("\"\(FilePath(folder))\": not a valid folder name.")
        }
    }

    package func run() async throws { if list || forget { try keep() } else { try await undo() } }

    private func tree(of input: String) -> (folders: [FilePath], failures: [Failure]) {
        guard recursive else { return ([FilePath(input)], []) }
        do throws(FileSystemError) {
            let tree = try FolderTree(FilePath(input))
            return (tree.folders, tree.faults.map { Failure($0) })
        } catch { return ([], [Failure(error)]) }
    }

    private func undo() async throws {
        var (plans, failures) = ([UndoPlan](), [Failure]())
        var seen: Set<FilePath> = []
        for input in folders {
            let (folders, unread) = tree(of: input)
            failures += unread
            var found = !unread.isEmpty
            for folder in folders {
                guard seen.insert(folder.resolved ?? folder).inserted else {
                    found = true
                    continue
                }
                do {
                    plans.append(try await Interruption.cancelling { try await UndoPlan(folder) })
                } catch FixError.nothingToUndo where recursive {
                    continue
                } catch let error as FixError where error != .cancelled { failures.append(Failure(error)) }
                found = true
            }
            if !found { failures.append(Failure(FixError.nothingToUndo(FilePath(input)))) }
        }
        guard failures.isEmpty else {
            if !plans.isEmpty {
                let rest = plans.count == 1 ? "The other folder was" : "The other \(plans.count) folders were"
                let advice = "Specify only folders whose fixes can be undone."
                failures.append(Failure.environment("\(rest) left unchanged. \(advice)"))
            }
            throw complaining(failures)
        }
        for plan in plans {
            // Each folder is restored completely, or not at all.
            try await Interruption.cancelling { try await plan.run() }
            let (back, away) = (plan.moveCount - plan.removalCount, plan.removalCount)
            let done = [(back, "file", "moved back"), (away, "created frame", "removed")].filter { $0.0 > 0 }
                .map { "\($0.of($1)) \($2)" }
            let words = done.isEmpty ? "the fix had not changed anything yet" : done.joined(separator: ", ")
            note("\(plan.folder): restored to its state before the fix (\(words))")
        }
    }

    private func keep() throws {
        var failures: [Failure] = []
        var isEmpty = true
        for input in folders {
            let (folders, unread) = tree(of: input)
            failures += unread
            for folder in folders {
                do throws(FixError) {
                    for fix in try KeptFix.all(in: folder).reversed() {
                        isEmpty = false
                        if list {
                            Terminal.print(fix.line)
                        } else {
                            try fix.forget()
                            note("forgotten: \(fix.line)")
                        }
                    }
                } catch { failures.append(Failure(error)) }
            }
        }
        if !failures.isEmpty { throw complaining(failures) }
        if isEmpty { note("there is no fix to undo") }
    }

    private func complaining(_ failures: [Failure]) -> Failure {
        for failure in failures.dropLast() { Terminal.complain(failure.message) }
        return failures[failures.count - 1]
    }

    private func note(_ text: String) { if !quiet { Terminal.report("note: \(text.closingSentence)") } }
}

extension KeptFix {
    fileprivate var line: String {
        let counts = [(renamed, "renamed"), (redrawn, "rewritten"), (held, "made")].filter { $0.0 > 0 }
        var parts = counts.map { "\($0) \($1)" } + (isFinished ? [] : ["unfinished"])
        if parts.isEmpty { parts = ["nothing moved"] }
        let date = seconds.map { ", " + Self.text(of: $0) } ?? ""
        let kept = byteCount > 0 ? "; keeps \((byteCount + 999) / 1000) kB of replaced pictures" : ""
        return "\(folder)  fix \(number)\(date): \(parts.joined(separator: ", "))\(kept)"
    }

    private static func text(of seconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(seconds))
        return date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
            .replacing("T", with: " ") + " UTC"
    }
}
