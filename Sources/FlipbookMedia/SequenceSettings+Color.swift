import FlipbookCore
import FlipbookImaging

extension SequenceSettings {
    /// The settings whose codecs make colours as the properties say, their lookup table and profile read.
    /// - Throws: ``SequenceError/setting(_:)`` where one of these files cannot be used.
    func readingColors() throws(SequenceCheckError) -> SequenceSettings {
        guard properties.makeColors else { return self }
        var settings = self
        do throws(SourceColorsError) {
            settings.codecs = codecs.reading(
                try SourceColors(
                    exposure: properties.exposure,
                    lookupTable: properties.lookupTable,
                    profile: properties.inputProfile,
                    channels: ChannelChoice(layer: properties.layerName, channels: properties.channels),
                    canvas: properties.canvasColors
                )
            )
        } catch {
            switch error {
            case .lookupTable(let error):
                throw .sequence(.setting(SettingFault(.lut, error.explanation + ".", isUnreadable: true)))
            case .profile(let path, let reason):
                throw .sequence(.setting(SettingFault(.inputProfile, "\(path): " + reason + ".", isUnreadable: true)))
            }
        }
        return settings
    }

    /// The files that say how numbers become colours.
    var colorFiles: [FilePath] { [properties.lookupTable, properties.inputProfile?.file].compactMap(\.self) }
}

extension SequenceProperties {
    /// Whether they say how the numbers in files become colours.
    fileprivate var makeColors: Bool {
        exposure != 0 || lookupTable != nil || inputProfile != nil || layerName != nil || channels != nil
            || canvasColors != .sRGB
    }

    /// The colours that pictures are drawn in.
    var canvasColors: CanvasColors { CanvasColors(space: canvasSpace, blend: blend) }
}
