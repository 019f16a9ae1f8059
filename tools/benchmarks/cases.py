"""What is measured: for each case the same work asked of each tool, as the
tool's own users would ask for it.

Equal work as far as it goes. All three write 4:2:0 at one x264 preset and
crf 23 (x264enc with these settings encodes to the same bits as ffmpeg does).
Beyond that flipbook does more: it checks every header first, composites alpha
over the background where the other two drop it, tags BT.709 where they leave
the colors untagged, and reads back what it wrote."""

import json
import os
import subprocess
import sys

import inputs

H264 = ("ultrafast", "veryfast", "medium")


class Case:
    """One row of work. `commands` maps a tool's name to its command and the file it writes (or None); ratios are to
    the tool `base`."""

    def __init__(self, name, title, frames, commands, repeats=1, base="ffmpeg"):
        self.name, self.title, self.frames, self.commands, self.repeats = name, title, frames, commands, repeats
        self.base = base


class Counts:
    """How many frames each input has."""

    def __init__(self, quick):
        self.hd, self.uhd, self.sprite, self.many = (24, 8, 100, 1000) if quick else (120, 40, 1000, 10000)
        self.formats = 12 if quick else 60
        self.names, self.deep = (10_000, 24) if quick else (100_000, 300)


def names(counts):
    """The names of all cases, in the table's order."""
    return [name for name, _ in _recipes(counts)]


def build(name, counts, work, flipbook):
    """The case `name`, with its input made."""
    return dict(_recipes(counts))[name](name, work, flipbook)


def _recipes(counts):
    for content in ("noisy", "clean"):
        for preset in H264:
            yield f"hd-{content}-{preset}", _h264(f"hd-{content}", counts.hd, preset)
    for preset in H264[:2]:
        yield f"uhd-noisy-{preset}", _h264("uhd-noisy", counts.uhd, preset)
    yield "hd-noisy-ffv1", _ffv1("hd-noisy", counts.hd)
    yield "uhd-noisy-ffv1", _ffv1("uhd-noisy", counts.uhd)
    yield "sprite-veryfast", _h264("sprite", counts.sprite, "veryfast")
    yield "sprite-ffv1", _ffv1("sprite", counts.sprite)
    for extension in inputs.FORMATS:
        yield f"hd-{extension}", _format("hd-photo", extension, counts.formats)
    yield "hd-jpg-small", _format("hd-photo", "jpg", counts.formats, size=(480, 270))
    for extension in inputs.ANIMATIONS:
        yield f"hd-{extension}", _animation("hd-photo", extension, counts.formats)
    yield "hd-svg", _drawings(counts.formats)
    yield "hd-cycles", _cycles("hd-noisy", counts.hd // 2, 3)
    yield "start", _start
    yield "first-frame", _first_frame
    yield "memory-few", _memory(100, 1)
    yield "memory-many", _memory(100, counts.many // 100)
    yield "check", _check(100, counts.many // 100)
    yield "check-names", _check_names(counts.names)
    yield "check-deep", _check_deep("hd-noisy", counts.deep)
    for extension in ("webp", "exr", "jpg", "tiff"):
        yield f"check-deep-{extension}", _check_deep("hd-photo", counts.formats, extension)


def _location(folder, extension="png"):
    return os.path.join(folder, f"frame_%05d.{extension}")


def ffmpeg(folder, frames, *encoder, before=(), extension="png"):
    """What people type to encode numbered pictures."""
    return ["ffmpeg", "-nostdin", "-v", "error", "-y", *before, "-framerate", "30", "-start_number", "1",
            "-i", _location(folder, extension), "-frames:v", str(frames), *encoder]


def _gst(folder, frames, chain, out):
    return ["gst-launch-1.0", "-q", "imagesequencesrc", f"location={_location(folder)}", "start-index=1",
            f"stop-index={frames}", "framerate=30/1", "!", "pngdec", "!", "queue", "!", "videoconvert", "!",
            *chain.split(), "!", "filesink", f"location={out}"]


def _x264(preset):
    return ("video/x-raw,format=I420 ! queue ! x264enc "
            f"speed-preset={preset} pass=qual quantizer=23 vbv-buf-capacity=0 key-int-max=250 ! mp4mux")


def _outputs(work, extension):
    return {tool: os.path.join(work, f"out-{tool}.{extension}") for tool in ("flipbook", "ffmpeg", "gst")}


def _three(folder, frames, preset, work, flipbook):
    """H.264 by each tool."""
    out = _outputs(work, "mp4")
    return {
        "flipbook": ([flipbook, "export", folder, "-o", out["flipbook"], "--preset", preset, "--crf", "23",
                      "--overwrite", "-q"], out["flipbook"]),
        "ffmpeg": (ffmpeg(folder, frames, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", preset,
                           "-crf", "23", out["ffmpeg"]), out["ffmpeg"]),
        "gst": (_gst(folder, frames, _x264(preset), out["gst"]), out["gst"]),
    }


def _h264(sequence, frames, preset):
    def make(name, work, flipbook):
        folder = inputs.make(sequence, frames, work)
        title = f"{inputs.SEQUENCES[sequence]['what']}; H.264 {preset}"
        return Case(name, title, frames, _three(folder, frames, preset, work, flipbook))
    return make


def _ultrafast(name, what, frames, source, reading, work, flipbook, wanted=(), scaling=()):
    """H.264 of `source`, which ffmpeg reads by the options `reading`."""
    out = _outputs(work, "mp4")
    return Case(name, f"{what}; H.264 ultrafast", frames, {
        "flipbook": ([flipbook, "export", source, "-o", out["flipbook"], "--preset", "ultrafast", "--crf", "23",
                      "--overwrite", "-q", *wanted], out["flipbook"]),
        "ffmpeg": (["ffmpeg", "-nostdin", "-v", "error", "-y", *reading, "-frames:v", str(frames), *scaling,
                    "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "23", out["ffmpeg"]],
                   out["ffmpeg"]),
    })


def _numbered(folder, extension):
    return ["-framerate", "30", "-start_number", "1", "-i", _location(folder, extension)]


def _format(sequence, extension, frames, size=None):
    """H.264 of frames in another format than PNG, perhaps smaller."""
    def make(name, work, flipbook):
        folder = inputs.converted(sequence, extension, frames, work)
        smaller = f", to {size[0]}x{size[1]}" if size else ""
        wanted = ["--size", f"{size[0]}x{size[1]}", "--mismatch", "fit"] if size else []
        scaling = ["-vf", f"scale={size[0]}:{size[1]}:flags=area"] if size else []
        what = f"{inputs.SEQUENCES[sequence]['what']}, {extension}{smaller}"
        return _ultrafast(name, what, frames, folder, _numbered(folder, extension), work, flipbook, wanted, scaling)
    return make


def _animation(sequence, extension, frames):
    """H.264 of one file with all pictures."""
    def make(name, work, flipbook):
        file = inputs.animation(sequence, extension, frames, work)
        what = f"{inputs.SEQUENCES[sequence]['what']}, one .{extension}"
        # ffmpeg takes an animated PNG's rate for 100,000 frames a second, and would write its first picture again and again.
        return _ultrafast(name, what, frames, file, ["-i", file], work, flipbook, ["--repeat", "1"],
                          ["-fps_mode", "passthrough"])
    return make


def _drawings(frames):
    def make(name, work, flipbook):
        folder = inputs.drawings(frames, work)
        return _ultrafast(name, "1920x1080 SVG", frames, folder, _numbered(folder, "svg"), work, flipbook)
    return make


def _ffv1(sequence, frames):
    def make(name, work, flipbook):
        folder = inputs.make(sequence, frames, work)
        out = _outputs(work, "mkv")
        pixels, form = ("bgra", "BGRA") if inputs.SEQUENCES[sequence]["alpha"] else ("bgr0", "BGRx")
        return Case(name, f"{inputs.SEQUENCES[sequence]['what']}; FFV1", frames, {
            "flipbook": ([flipbook, "export", folder, "-o", out["flipbook"], "--overwrite", "-q"], out["flipbook"]),
            "ffmpeg": (ffmpeg(folder, frames, "-pix_fmt", pixels, "-c:v", "ffv1", "-level", "3", "-slices", "4",
                               out["ffmpeg"]), out["ffmpeg"]),
            "gst": (_gst(folder, frames, f"video/x-raw,format={form} ! queue ! avenc_ffv1 threads=0 slices=4 "
                         "! matroskamux", out["gst"]), out["gst"]),
        })
    return make


def _cycles(sequence, frames, cycles):
    def make(name, work, flipbook):
        folder = inputs.make(sequence, frames, work)
        all_frames = frames * cycles
        commands = _three(folder, frames, "veryfast", work, flipbook)
        # gst-launch has no way to say this.
        del commands["gst"]
        command, out = commands["flipbook"]
        commands["flipbook"] = (command + ["--repeat", str(cycles)], out)
        out = commands["ffmpeg"][1]
        commands["ffmpeg"] = (ffmpeg(folder, all_frames, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset",
                                      "veryfast", "-crf", "23", out, before=("-stream_loop", str(cycles - 1))), out)
        return Case(name, f"{inputs.SEQUENCES[sequence]['what']}; {cycles} cycles, H.264 veryfast",
                    all_frames, commands)
    return make


def _start(name, work, flipbook):
    return Case(name, "the version and nothing else", 0, {
        "flipbook": ([flipbook, "--version"], None),
        "ffmpeg": (["ffmpeg", "-version"], None),
        "gst": (["gst-launch-1.0", "--version"], None),
    }, repeats=10)


def _first_frame(name, work, flipbook):
    folder = inputs.make("sprite", 1, work)
    return Case(name, "one 256x256 frame; H.264 medium", 1, _three(folder, 1, "medium", work, flipbook), repeats=5)


def _memory(frames, times):
    def make(name, work, flipbook):
        folder = inputs.many("sprite", frames, times, work)
        return Case(name, f"256x256 RGBA, {frames * times:,} frames; H.264 ultrafast", frames * times,
                    _three(folder, frames * times, "ultrafast", work, flipbook))
    return make


# What a script of Pillow's users does to see the sizes of a folder's pictures: nothing is decoded.
PILLOW = """
import os, sys
from PIL import Image
sizes = set()
for name in sorted(os.listdir(sys.argv[1])):
    with Image.open(os.path.join(sys.argv[1], name)) as image:
        sizes.add((image.size, image.mode))
print(sizes)
"""


def _check(frames, times):
    def make(name, work, flipbook):
        folder = inputs.many("sprite", frames, times, work)
        files = [os.path.join(folder, file) for file in sorted(os.listdir(folder))]
        return Case(name, f"the headers of {frames * times:,} files: lint, Image.open, identify -ping", 0, {
            "flipbook": ([flipbook, "lint", "--no-config", folder], None),
            "pillow": ([sys.executable, "-c", PILLOW, folder], None),
            "identify": (["identify", "-ping", "-format", "%w %h\\n", *files], None),
        }, repeats=3, base="flipbook")
    return make


def _check_names(count):
    def make(name, work, flipbook):
        folder = inputs.empty(count, work)
        return Case(name, f"{count:,} names: lint with the rules that read names, sorted(os.listdir())", 0, {
            "flipbook": ([flipbook, "lint", "--no-config", "--select", _name_rules(flipbook), folder], None),
            "python": ([sys.executable, "-c", "import os, sys; print(len(sorted(os.listdir(sys.argv[1]))))", folder],
                       None),
        }, repeats=3, base="flipbook")
    return make


def _name_rules(flipbook):
    """The rules that open no file and run by default."""
    done = subprocess.run([flipbook, "rule", "--json"], capture_output=True, text=True, check=True)
    return ",".join(rule["rule"] for rule in json.loads(done.stdout)
                    if rule["evidence"] == "names" and rule["default"])


def _check_deep(sequence, frames, extension="png"):
    def make(name, work, flipbook):
        folder = (inputs.make(sequence, frames, work) if extension == "png"
                  else inputs.converted(sequence, extension, frames, work))
        what = f"{inputs.SEQUENCES[sequence]['what']}, {extension}"
        return Case(name, f"{what}; lint --deep of {frames} files, ffmpeg -f null", 0, {
            "flipbook": ([flipbook, "lint", "--no-config", "--deep", "--fail-level", "never", folder], None),
            "ffmpeg": (ffmpeg(folder, frames, "-f", "null", "-", extension=extension), None),
        })
    return make
