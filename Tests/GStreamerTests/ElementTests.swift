import GStreamer
import Testing

@Suite struct ElementTests {
    @Test("an element that no plugin has is an error that names it")
    func missingElement() {
        #expect(throws: GStreamerError.missingElement(factory: "nosuchelement")) { try Element("nosuchelement") }
    }

    @Test("availability says whether a plugin has the element")
    func availability() throws {
        #expect(try Element.isAvailable("fakesink"))
        #expect(try !Element.isAvailable("nosuchelement"))
    }

    @Test("a property that the element does not have is an error that names both")
    func unknownProperty() throws {
        let element = try Element("fakesink")
        #expect(throws: GStreamerError.unknownProperty(element: "fakesink", property: "speed")) {
            try element.set("speed", parsing: "1")
        }
    }

    @Test("a value out of range is refused, never clamped", arguments: ["-2", "99999999999", "x", "", "1.5"])
    func valueOutOfRange(text: String) throws {
        let element = try Element("fakesink")
        let error = #expect(throws: GStreamerError.self) { try element.set("num-buffers", parsing: text) }
        guard case .invalidValue("fakesink", "num-buffers", text, _) = error else {
            Issue.record("not an invalid value: \(String(describing: error))")
            return
        }
    }

    @Test("a wrong name of an enumeration is answered with the right ones")
    func enumeration() throws {
        let element = try Element("fakesink")
        let error = #expect(throws: GStreamerError.self) { try element.set("state-error", parsing: "sometimes") }
        guard case .invalidValue(_, _, _, let expected) = error else {
            Issue.record("not an invalid value: \(String(describing: error))")
            return
        }
        #expect(expected.contains("one of none, "))
    }
}
