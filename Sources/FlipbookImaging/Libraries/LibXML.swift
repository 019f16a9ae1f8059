internal import CPictureLibraries
internal import Glibc

/// Libxml2's reader of a document, found through librsvg, which takes documents apart with it: what is read here is what librsvg
/// reads, however it is spelled.
final class LibXML {
    private let reader: UnsafeMutableRawPointer
    private let release: svg_release
    private let (read, kind, nextAttribute): (xml_reader_number, xml_reader_number, xml_reader_number)
    private let (text, localName): (xml_reader_text, xml_reader_text)
    private let node: xml_reader_node

    /// A reader of bytes that stay where they are as long as it lives.
    /// - Throws: ``ImageError`` where librsvg is not installed, or there is too little memory.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let library = RuntimeLibrary.rsvg
        guard let make: xml_reader_make = library.function("xmlReaderForMemory"),
            let release: svg_release = library.function("xmlFreeTextReader"),
            let read: xml_reader_number = library.function("xmlTextReaderRead"),
            let kind: xml_reader_number = library.function("xmlTextReaderNodeType"),
            let nextAttribute: xml_reader_number = library.function("xmlTextReaderMoveToNextAttribute"),
            let text: xml_reader_text = library.function("xmlTextReaderConstValue"),
            let localName: xml_reader_text = library.function("xmlTextReaderConstLocalName"),
            let node: xml_reader_node = library.function("xmlTextReaderCurrentNode"),
            let count = Int32(exactly: bytes.count)
        else { throw .notAnImage(found: FileContents(.svg)) }
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard let reader = make(start, count, nil, nil, Int32(XML_AS_LIBRSVG)) else {
            throw ImageError(.shortage(.memory(bytes.count)))
        }
        (self.reader, self.release, self.read, self.kind) = (reader, release, read, kind)
        (self.nextAttribute, self.text, self.localName, self.node) = (nextAttribute, text, localName, node)
    }

    deinit { release(reader) }

    /// What a reader stands at.
    enum Node {
        /// The beginning of an element, by its name without a namespace's.
        case element(name: String)
        /// Text.
        case text
        /// The name of an entity in the place of text or elements.
        case entity
        /// What is meant for a program, by its name.
        case instruction(name: String)
        /// What says nothing of a drawing.
        case other
    }

    /// Goes to the next node; `nil` behind the last one.
    /// - Throws: ``ImageError`` where the document breaks XML's rules.
    func next() throws(ImageError) -> Node? {
        switch read(reader) {
        case 1: break
        case 0: return nil
        default:
            // Without memory it stops as at a mistake.
            try ImageError.ofMachine { () throws(MachineShortage) in try MachineShortage.checkRoom(forBytes: 1 << 22) }
            throw .corrupt(reason: "it is no document of XML")
        }
        return switch kind(reader) {
        case Int32(XML_ELEMENT): .element(name: name)
        case Int32(XML_TEXT), Int32(XML_CHARACTERS): .text
        case Int32(XML_ENTITY_REFERENCE): .entity
        case Int32(XML_INSTRUCTION): .instruction(name: name)
        default: .other
        }
    }

    /// Goes to the next attribute of an element. Returns whether there is one.
    func goToNextAttribute() -> Bool { nextAttribute(reader) == 1 }

    /// Whether an attribute's value is made with an entity of the document's own; of one that names a namespace it does not matter.
    var hasEntity: Bool {
        guard let attribute = node(reader), attribute.pointee.kind == Int32(XML_ATTRIBUTE) else { return false }
        var part = attribute.pointee.children
        while let node = part {
            if node.pointee.kind == Int32(XML_ENTITY_REFERENCE) { return true }
            part = node.pointee.next
        }
        return false
    }

    /// The name of a node or an attribute, without a namespace's.
    var name: String { localName(reader).map { String(cString: $0) } ?? "" }

    /// The value of a node or an attribute, in UTF-8, valid until the reader goes on.
    var value: UnsafeRawBufferPointer {
        guard let start = text(reader) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: strlen(start))
    }
}
