import FlipbookCore
import FlipbookFiles
import FlipbookManifest
import FlipbookCommandLine
import FlipbookPlay
import FlipbookScene
import Glibc

/// The user's own keys: `flipbook/keys.yaml` in `XDG_CONFIG_HOME`, which is `~/.config` by default.
///
///     keys: mpv
///     Shift+Right: step 10
///     x: toggleFullScreen
enum KeyFile {
    /// Returns the key map of `--keys`, otherwise the file's, otherwise Flipbook's own. The file's bindings come first.
    /// - Throws: ``Failure`` for a faulty file.
    static func map(_ named: KeyMap?) throws(Failure) -> KeyMap {
        guard let path, access(path.string, F_OK) == 0 else { return named ?? .flipbook }
        func fault(_ position: ManifestNode.Position, _ message: String) -> Failure {
            Failure.usage("\(path):\(position.line):\(position.column): \(message)")
        }
        let node: ManifestNode?
        do {
            node = try YAMLReader.nodeIfAny(of: try OpenFile.contents(of: path, atMost: 1 << 20), file: path)
        } catch let error as ManifestError {
            throw Failure(error)
        } catch { throw fault(.start, String(cString: strerror((error as? FileSystemError)?.errno ?? 0))) }
        guard let node else { return named ?? .flipbook }
        guard case .mapping(let entries) = node.content else {
            throw fault(
                node.position,
                "this is not a key with a command. Use one line per key, as in 'x: toggleFullScreen'."
            )
        }
        var base = KeyMap.flipbook
        var keys: [(PlayerKey, NamedCommand)] = []
        for entry in entries {
            let place = entry.value.position
            guard let text = entry.value.word else {
                throw fault(place, "\(entry.key): this is not a command. Use one or two words, as in 'x: step 10'.")
            }
            let (name, word) = (entry.key.escapingControlCharacters, text.escapingControlCharacters)
            if entry.key == "keys" {
                guard let map = KeyMap(named: text)
                else { throw fault(place, "keys: '\(word)' is not a player. Use one of \(KeyMap.names).") }
                base = map
                continue
            }
            guard let key = PlayerKey(label: entry.key) else {
                let advice = "Use a letter, or a name such as Space, Left, F5 or Shift+Right."
                throw fault(entry.position, "'\(name)' is not a key. \(advice)")
            }
            guard let command = NamedCommand(text) else {
                let names = NamedCommand.names.joined(separator: ", ")
                throw fault(place, "'\(word)' is not a command. The commands are: \(names).")
            }
            keys.append((key, command))
        }
        return (named ?? base).binding(keys)
    }

    private static var path: FilePath? { UserConfiguration.folder.map { FilePath($0 + "/flipbook/keys.yaml") } }
}
