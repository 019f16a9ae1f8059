import FlipbookCore
import GStreamer

/// The elements that crop and scale pictures for the player's own window, on black.
struct WindowStage: Sendable {
    private let crop, scale, size: Element
    /// Adds the rows of the bar below the picture.
    private let foot: Element
    private let box, window: Element

    var elements: [Element] { [crop, scale, size, foot, box, window] }

    /// - Parameter size: The caps filter after the scaler.
    init(size: Element) throws(GStreamerError) {
        self.size = size
        crop = try Element("videocrop")
        scale = try Element("videoscale")
        foot = try Element("videobox")
        box = try Element("videobox")
        window = try Element("capsfilter")
        try scale.set("add-borders", parsing: "false")
        try scale.set("n-threads", parsing: "0")
        try box.set("autocrop", parsing: "true")
    }

    func show(_ view: WindowView) {
        let (part, scaled) = (view.crop, view.scaled)
        func caps(_ size: PixelSize) -> String {
            "video/x-raw,width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1"
        }
        let properties: [(Element, String, String)] = [
            (crop, "left", "\(part.x)"), (crop, "top", "\(part.y)"),
            (crop, "right", "\(view.picture.width - part.x - part.size.width)"),
            (crop, "bottom", "\(view.picture.height - part.y - part.size.height)"),
            // "bilinear2" averages all source pixels, but takes twice as long. Just below 0.5, the factor of a 4K picture on an
            // HD screen, "bilinear" still reads nine of ten columns and rows.
            (scale, "method", view.isNearest ? "nearest-neighbour" : view.factor < 0.45 ? "bilinear2" : "bilinear"),
            (size, "caps", caps(scaled)), (foot, "bottom", "\(-view.footer)"), (window, "caps", caps(view.window)),
        ]
        for (element, name, value) in properties {
            do throws(GStreamerError) {
                try element.set(name, parsing: value)
            } catch { preconditionFailure("\(name)=\(value): \(error)") }
        }
    }
}
