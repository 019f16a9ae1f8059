/// A kind of device that can have its own pictures. The names are those of `UIUserInterfaceIdiom`. On an iPad, UIKit prefers
/// `walk1~ipad.png` to `walk1.png`; on an iPhone, it prefers `walk1~iphone.png`. The suffix follows the scale factor and is
/// case-sensitive.
public enum UserInterfaceIdiom: String, CaseIterable, Hashable, Sendable {
    /// A phone: `~iphone`.
    case phone
    /// A tablet: `~ipad`.
    case pad

    /// The suffix in the names of the device's pictures, before the extension.
    public var suffix: String { "~" + catalogName }
    var catalogName: String { self == .phone ? "iphone" : "ipad" }

    /// Finds the suffix that precedes `dot`, unless it starts the name.
    init?(before dot: Int, in name: [UInt8]) {
        let found = Self.allCases.first { name[..<dot].suffix($0.suffix.utf8.count).elementsEqual($0.suffix.utf8) }
        guard let found, dot > found.suffix.utf8.count else { return nil }
        self = found
    }

    func pictures(among names: some Sequence<FrameFileName>) -> Set<FilePath> {
        Set(names.lazy.filter { $0.idiom == self }.map(\.ofPicture))
    }

    /// Returns the files to show. If a picture has variants for kinds of devices, the one for `idiom` is shown, otherwise the
    /// universal one. A picture with neither variant keeps its files.
    package static func chosen(_ idiom: UserInterfaceIdiom?, among paths: [FilePath]) -> [FilePath] {
        let names = paths.map { FrameFileName($0.lastComponent) }
        guard names.contains(where: { $0.idiom != nil }) else { return paths }
        let pictures = zip(paths, names).map { FilePath($0.prefixOfName + $1.ofPicture.string) }
        let idioms = Dictionary(zip(pictures, names).map { ($0, Set([$1.idiom])) }) { $0.union($1) }
        return zip(paths, zip(names, pictures)).filter { _, name in
            let there = idioms[name.1] ?? []
            if let idiom, there.contains(idiom) { return name.0.idiom == idiom }
            return !there.contains(nil) || name.0.idiom == nil
        }.map(\.0)
    }
}
