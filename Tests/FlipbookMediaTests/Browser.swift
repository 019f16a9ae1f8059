import FlipbookCore
import FlipbookTestSupport
import Foundation
import Synchronization

/// Chromium, which is started once for all files that it is to show, and ends with the process of the tests.
///
/// Its page waits for one file after another in its folder, and tells in the browser's log what each shows.
final class Browser: Sendable {
    /// Why something was not shown, with the end of the browser's log.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The browser of all tests.
    static let shared = Result { try Browser() }

    private let folder: TemporaryDirectory
    private let program: RunningProgram
    /// Nothing is written to it: it ends when the tests do.
    private let lifeline = Pipe()
    private let count = Mutex(0)

    private init() throws {
        folder = try TemporaryDirectory()
        _ = try folder.write(Array("<script>\(Self.script)</script>".utf8), to: "page.html")
        program = try RunningProgram(
            "bash",
            [
                "-c",
                """
                chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --enable-logging=stderr \
                    "file://$PWD/page.html" > said 2>&1 &
                browser=$!
                cat <&0 > /dev/null &
                wait -n
                kill $browser; wait $browser
                rm -rf "$PWD"
                """,
            ],
            in: folder.path,
            input: lifeline.fileHandleForReading.fileDescriptor
        )
        try lifeline.fileHandleForReading.close()
    }

    /// What the page tells of a file, as JSON; a sentence where it cannot be shown.
    /// - Parameters:
    ///   - type: The file's media type.
    ///   - moments: The times at which a film is looked at, in seconds.
    func shown(_ file: Data, type: String, moments: [Double]) async throws -> String {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        let job = "show(\"\(type)\", \(moments), \"\(file.base64EncodedString())\");"
        try Data(job.utf8).write(to: URL(fileURLWithPath: folder.file("\(number).js").string), options: .atomic)
        let log = URL(fileURLWithPath: folder.file("said").string)
        let end = ContinuousClock.now + Patience.limit
        var said = ""
        while program.isRunning, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
            said = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
            if let result = said.range(of: "RESULT \(number) "),
                let rest = said.range(of: " END", range: result.upperBound..<said.endIndex)
            {
                return String(said[result.upperBound..<rest.lowerBound])
            }
        }
        throw Failure(description: "file \(number) is not shown: \(said.suffix(2000))")
    }

    private static let script = """
        const wait = (source, event) => new Promise((done, fail) => {
            source.addEventListener(event, done, {once: true});
            source.addEventListener("error", () => fail(new Error(event)), {once: true});
        });
        const values = (source, width, height) => {
            const canvas = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
            canvas.drawImage(source, 0, 0);
            const found = [];
            for (let y = 5; y < height; y += 16) for (let x = 5; x < width; x += 16) {
                const sums = [0, 0, 0, 0];
                canvas.getImageData(x, y, 6, 6).data.forEach((value, place) => sums[place % 4] += value);
                found.push(sums.map(sum => sum / 36));
            }
            return found;
        };
        async function picture(bytes, type) {
            const decoder = new ImageDecoder({data: bytes, type});
            // All bytes may be there before what they are is known.
            await decoder.tracks.ready;
            await decoder.completed;
            const track = decoder.tracks.selectedTrack;
            const shown = {count: track.frameCount, repeats: String(track.repetitionCount), times: [], values: []};
            for (let index = 0; index < track.frameCount; index++) {
                const {image} = await decoder.decode({frameIndex: index});
                shown.times.push(image.duration / 1e6);
                shown.values.push(values(image, image.displayWidth, image.displayHeight));
            }
            return shown;
        }
        async function film(bytes, type, moments) {
            const video = document.createElement("video");
            video.src = URL.createObjectURL(new Blob([bytes], {type}));
            await wait(video, "canplaythrough");
            const shown = {length: video.duration, values: []};
            for (const time of moments) {
                video.currentTime = time;
                await wait(video, "seeked");
                let found;
                // The picture may not be there yet. A part of each is opaque.
                do {
                    await new Promise(done => setTimeout(done, 50));
                    found = values(video, video.videoWidth, video.videoHeight);
                } while (found.every(color => color[3] == 0));
                shown.values.push(found);
            }
            return shown;
        }
        let number = 0;
        function next() {
            const file = document.createElement("script");
            file.src = number + ".js";
            file.onerror = () => { file.remove(); setTimeout(next, 50); };
            document.head.append(file);
        }
        function show(type, moments, data) {
            const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
            (type.startsWith("video") ? film(bytes, type, moments) : picture(bytes, type))
                .catch(error => String(error))
                .then(shown => console.log("RESULT " + number++ + " " + JSON.stringify(shown) + " END"))
                .then(next);
        }
        next();
        """
}
