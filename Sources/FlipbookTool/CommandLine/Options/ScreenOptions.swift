package import ArgumentParser
package import FlipbookCore

/// The screen that is drawn for, and the kind of device whose pictures are taken.
package struct ScreenOptions: ParsableArguments {
    package init() {}

    @Option("<device> Use a device's screen as the canvas; multiplied by the scale.") var device: DeviceScreen?
    @Flag(help: "Turn the screen of --device to landscape.") var landscape = false
    @OptionGroup var idiomOption: IdiomOption

    package var idiom: UserInterfaceIdiom? { idiomOption.idiom ?? device?.idiom }

    package func validate() throws {
        if let device, let asked = idiomOption.idiom, asked != device.idiom {
            throw ValidationError(
                "--device \(device.rawValue) has the pictures of a \(device.idiom.rawValue), and --idiom asks for those of a "
                    + "\(asked.rawValue). Leave --idiom out."
            )
        }
        if landscape, device == nil {
            throw ValidationError("--landscape turns the screen of --device. Say which, as in --device ipad.")
        }
    }
}

/// The kind of device whose pictures are taken: the same words in every verb that looks for frames.
package struct IdiomOption: ParsableArguments {
    package init() {}

    @Option("<kind> Prefer the frames drawn for one kind of device (~iphone, ~ipad).")
    package var idiom: UserInterfaceIdiom?
}
