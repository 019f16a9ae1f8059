import GStreamer
import Testing

@Suite struct ElementGraphTests {
    @Test("a row of elements is a line of gst-launch-1.0")
    func row() {
        let graph = ElementGraph(chain: [
            .init("videotestsrc", [.init("num-buffers", 3)]), .init("queue"),
            .init("filesink", [.init("location", "out/a.mkv")]),
        ])
        #expect(graph.launchLine == "videotestsrc num-buffers=3 ! queue ! filesink location=out/a.mkv")
    }

    @Test(
        "what a shell or GStreamer would read is quoted for both",
        arguments: [
            ("a b", #"'"a b"'"#), ("it's", #"'"it'\''s"'"#), (#"a"b\c"#, #"'"a\"b\\c"'"#), ("", #"'""'"#),
            ("$HOME", #"'"$HOME"'"#),
        ]
    )
    func quoting(value: String, shown: String) {
        let graph = ElementGraph(chain: [.init("filesink", [.init("location", value)])])
        #expect(graph.launchLine == "filesink location=\(shown)")
    }

    @Test("elements beside a row feed its last element but one")
    func side() {
        let graph = ElementGraph(
            chain: [.init("queue"), .init("mp4mux", [.init("faststart", "true")]), .init("filesink")],
            side: [.init("filesrc"), .init("queue")]
        )
        #expect(graph.launchLine == "queue ! mp4mux name=e1 faststart=true ! filesink filesrc ! queue ! e1.")
    }

    @Test("a graph becomes the pipeline that it describes")
    func pipeline() throws {
        let caps = Caps(
            .raw(.gray8, colorimetry: nil),
            width: 4,
            height: 4,
            rateNumerator: 24,
            rateDenominator: 1
        )
        let source = try AppSource(caps: caps, queueLength: 1)
        let graph = ElementGraph(chain: [.init("identity"), .init("fakesink", [.init("sync", "false")])])
        try Pipeline(graph, fedBy: source).change(to: .ready)
        #expect(throws: GStreamerError.unknownProperty(element: "fakesink", property: "nosuch")) {
            _ = try Pipeline(ElementGraph(chain: [.init("fakesink", [.init("nosuch", 1)])]), fedBy: source)
        }
    }
}
