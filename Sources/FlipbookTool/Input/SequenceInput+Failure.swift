import FlipbookCore
import FlipbookManifest
import FlipbookMedia

extension SequenceInput {
    /// How the command ends that did not get its output: a setting is called by the option, or by the place in the
    /// manifest, that set it.
    func failure(_ error: ExportError) -> Failure {
        if case .sequence(.setting(let fault)) = error {
            return Failure(message: sentence(fault), status: error.ending)
        }
        return Failure(error)
    }

    /// The same for a player.
    func failure(_ error: PlaybackError) -> Failure {
        if case .sequence(.setting(let fault)) = error {
            return Failure(message: sentence(fault), status: error.ending)
        }
        return Failure(error)
    }

    private func sentence(_ fault: SettingFault) -> String {
        if let option = options.name(of: fault.key) {
            // A value of a list is called by its name, which the reason begins with.
            return fault.index == nil ? "\(option): \(fault.reason.sentence)" : "\(option) \(fault.reason.sentence)"
        }
        if let catalogImage, fault.key == .capInsets {
            let position = catalogImage.position
            return
                "\(catalogImage.folder.contents):\(position.line):\(position.column): resizing: \(fault.reason.sentence)"
        }
        guard let file else { return fault.sentence }
        let path = fault.key.rawValue + (fault.index.map { "[\($0)]" } ?? "")
        let position = file.position(of: path)
        return "\(file.path):\(position.line):\(position.column): \(fault.sentence)"
    }
}

extension SequenceOptions {
    /// The option that sets what a manifest's key sets; `nil` where it was not given.
    fileprivate func name(of key: ManifestKey) -> String? {
        if let option = ManifestRow.option(setting: key, in: properties) { return "--\(option.name)" }
        return switch key {
        case .size where screen.device != nil: "--device"
        case .overlays where !view.overlays.isEmpty: "--overlay"
        default: nil
        }
    }
}
