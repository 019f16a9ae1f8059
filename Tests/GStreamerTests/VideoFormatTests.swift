import GStreamer
import Testing

@Suite struct VideoFormatTests {
    @Test("caps name a format as the library does")
    func names() {
        let formats: [VideoFormat] = [.gray8, .i420, .bgra, .bgrx, .gbr12, .gbra12]
        #expect(formats.map(\.name) == ["GRAY8", "I420", "BGRA", "BGRx", "GBR_12LE", "GBRA_12LE"])
    }
}
