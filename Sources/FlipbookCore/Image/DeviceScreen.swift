/// The screen of a device, like UIKit's `UIScreen`. The sizes are from Apple's View Programming Guide for iOS.
public enum DeviceScreen: String, CaseIterable, Hashable, Sendable {
    /// A 4-inch iPhone or iPod touch: 320x568 points.
    case iphone4Inch = "iphone-4in"
    /// An earlier iPhone or iPod touch: 320x480 points.
    case iphone
    /// An iPad: 768x1024 points.
    case ipad

    /// The kind of device. It determines which variants of pictures are shown.
    public var idiom: UserInterfaceIdiom { self == .ipad ? .pad : .phone }

    /// Returns the screen's bounds in points, in portrait or landscape.
    public func bounds(isLandscape: Bool = false) -> Rect {
        let (width, height) =
            switch self {
            case .iphone4Inch: (320.0, 568.0)
            case .iphone: (320.0, 480.0)
            case .ipad: (768.0, 1024.0)
            }
        return Rect(x: 0, y: 0, width: isLandscape ? height : width, height: isLandscape ? width : height)
    }

    /// Returns the safe area insets for the status bar alone, in points. An iPhone in landscape has no status bar.
    public func safeAreaInsets(isLandscape: Bool = false) -> EdgeInsets {
        EdgeInsets(top: isLandscape && self != .ipad ? 0 : 20)
    }

    /// Returns the size in pixels, or an empty size if `scale` is not above 0.
    public func pixelSize(scale: Double, isLandscape: Bool = false) -> PixelSize {
        bounds(isLandscape: isLandscape).snapped(scale: scale).size
    }
}
