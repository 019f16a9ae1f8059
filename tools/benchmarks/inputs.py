"""The sequences that the benchmark runs on: made here, by a seeded generator
and ffmpeg's filters, so that nothing is downloaded and every machine measures
the same frames.

A picture is octaves of smoothed noise, each half as strong as the one below
it, which is roughly the spectrum of a photograph. The noisy sequence adds grain
that changes from frame to frame: the hard case, since nearly every byte of it
has to be inflated and unfiltered. The clean ones have none and compress as
renders do."""

import os
import random
import shutil
import subprocess

# Size, pixels, and whether there is grain. `octaves` is how fine the picture is.
SEQUENCES = {
    "hd-noisy": {"size": (1920, 1080), "alpha": True, "octaves": 8, "grain": 5,
                 "what": "1920x1080 RGBA, grain"},
    "hd-clean": {"size": (1920, 1080), "alpha": True, "octaves": 2, "grain": 0,
                 "what": "1920x1080 RGBA, smooth"},
    "uhd-noisy": {"size": (3840, 2160), "alpha": False, "octaves": 9, "grain": 5,
                  "what": "3840x2160 RGB, grain"},
    "hd720-noisy": {"size": (1280, 720), "alpha": True, "octaves": 8, "grain": 5,
                    "what": "1280x720 RGBA, grain"},
    "hd-photo": {"size": (1920, 1080), "alpha": False, "octaves": 8, "grain": 5,
                 "what": "1920x1080 RGB, grain"},
    "sprite": {"size": (256, 256), "alpha": True, "octaves": 6, "grain": 2,
               "what": "256x256 RGBA, four fifths transparent"},
}


def make(name, count, work):
    """The folder with `count` frames of the sequence `name`, numbered from 1, made where it is not there yet."""
    spec = SEQUENCES[name]

    def draw(folder):
        stills = os.path.join(folder, "stills")
        os.makedirs(stills)
        width, height = spec["size"]
        photo = _photo(stills, "photo", (width * 3 // 2, height * 3 // 2), spec["octaves"], seed=20)
        if name == "sprite":
            graph, sources = _sprite_graph(stills, photo, spec)
        else:
            graph, sources = _moving_graph(spec), [photo]
        inputs = [part for source in sources for part in ("-loop", "1", "-framerate", "30", "-i", source)]
        _ffmpeg(*inputs, "-filter_complex", graph, "-frames:v", str(count), "-compression_level", "6",
                "-pred", "mixed", "-start_number", "1", os.path.join(folder, "frame_%05d.png"))
        shutil.rmtree(stills)
    return _filled(os.path.join(work, f"{name}-{count}"), count, draw)


# The options by which ffmpeg writes a sequence in other formats than PNG.
FORMATS = {
    "jpg": ("-pix_fmt", "yuvj420p", "-q:v", "2"),
    "webp": ("-c:v", "libwebp", "-lossless", "0", "-quality", "90"),
    "exr": ("-pix_fmt", "gbrapf32le", "-compression", "zip16", "-format", "half"),
    "tiff": ("-compression_algo", "lzw"),
    "bmp": (), "tga": (), "ppm": (), "dpx": (),
    "xbm": ("-pix_fmt", "monow"),
    "jxl": ("-c:v", "libjxl", "-distance", "1", "-effort", "3"),
}

# The same for files of several pictures.
ANIMATIONS = {
    "gif": ("-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"),
    "apng": ("-pred", "mixed", "-plays", "0"),
    "avif": ("-c:v", "libaom-av1", "-cpu-used", "8", "-row-mt", "1", "-crf", "20", "-pix_fmt", "yuv420p"),
}


def converted(name, extension, count, work):
    """The folder with `count` frames of the sequence `name` in another format of `FORMATS`."""
    source = make(name, count, work)

    def convert(folder):
        _ffmpeg("-start_number", "1", "-i", os.path.join(source, "frame_%05d.png"), *FORMATS[extension],
                "-start_number", "1", os.path.join(folder, f"frame_%05d.{extension}"))
    return _filled(os.path.join(work, f"{name}-{extension}-{count}"), count, convert)


def animation(name, extension, count, work):
    """A file with `count` frames of the sequence `name`, in a format of `ANIMATIONS`."""
    source = make(name, count, work)

    def convert(folder):
        _ffmpeg("-framerate", "25", "-start_number", "1", "-i", os.path.join(source, "frame_%05d.png"),
                *ANIMATIONS[extension], os.path.join(folder, f"all.{extension}"))
    return os.path.join(_filled(os.path.join(work, f"{name}-{extension}-{count}"), 1, convert), f"all.{extension}")


def drawings(count, work):
    """A folder of `count` SVGs of 1920x1080: thirty turning shapes, filled with gradients."""
    def draw(folder):
        for number in range(1, count + 1):
            places = random.Random(20)
            shapes = "".join(
                f'<rect x="{places.randrange(1800)}" y="{places.randrange(1000)}" width="{places.randrange(20, 300)}" '
                f'height="{places.randrange(20, 300)}" rx="9" fill="url(#g)" stroke="black" opacity="0.7" '
                f'transform="rotate({number + index} 960 540)"/>' for index in range(30))
            with open(os.path.join(folder, f"frame_{number:05d}.svg"), "w", encoding="utf-8") as file:
                file.write('<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><linearGradient id="g">'
                           '<stop stop-color="teal"/><stop offset="1" stop-color="orange"/></linearGradient>'
                           f'<rect width="1920" height="1080" fill="white"/>{shapes}</svg>')
    return _filled(os.path.join(work, f"drawings-{count}"), count, draw)


def many(name, count, times, work):
    """A folder of `count` x `times` frames that are links to the `count` frames of the sequence `name`."""
    source = make(name, count, work)

    def link(folder):
        for index in range(count * times):
            os.link(os.path.join(source, f"frame_{index % count + 1:05d}.png"),
                    os.path.join(folder, f"frame_{index + 1:05d}.png"))
    return _filled(os.path.join(work, f"{name}-{count}x{times}"), count * times, link)


def empty(count, work):
    """A folder of `count` empty files that are called like frames, for what reads names alone."""
    def touch(folder):
        for index in range(count):
            with open(os.path.join(folder, f"frame_{index + 1:06d}.png"), "wb"):
                pass
    return _filled(os.path.join(work, f"empty-{count}"), count, touch)


def _filled(folder, count, fill):
    """The folder, filled with `count` files where it is not there yet; it gets its name when it has them."""
    if not os.path.isdir(folder):
        making = folder + ".making"
        shutil.rmtree(making, ignore_errors=True)
        os.makedirs(making)
        fill(making)
        made = len(os.listdir(making))
        if made != count:
            raise SystemExit(f"benchmark: {made} of {count} frames were made in {making}")
        os.rename(making, folder)
    return folder


def density(folder):
    """Bytes on disk over bytes of pixels, by the first frame; `None` where that is no PNG."""
    path = os.path.join(folder, sorted(os.listdir(folder))[0])
    with open(path, "rb") as file:
        head = file.read(26)
    if len(head) < 26 or not head.startswith(b"\x89PNG"):
        return None
    width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    return os.path.getsize(path) / (width * height * {2: 3, 6: 4}[head[25]])


def _ffmpeg(*arguments):
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise SystemExit("benchmark: ffmpeg could not make the frames:\n" + done.stderr.decode(errors="replace"))


def _photo(folder, name, size, octaves, seed):
    """A still of `octaves` layers of noise, scaled up smoothly and mixed by halves."""
    inputs, scaled, weights = [], [], []
    for octave in range(octaves):
        # Not fewer than six rows: ffmpeg 5.1's bicubic leaves a seam when it has three.
        columns, rows = 8 * 2 ** octave, 6 * 2 ** octave
        path = os.path.join(folder, f"{name}{octave}.ppm")
        with open(path, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (columns, rows))
            file.write(random.Random(seed * 100 + octave).randbytes(columns * rows * 3))
        inputs += ["-i", path]
        scaled.append(f"[{octave}]format=gbrp,scale={size[0]}:{size[1]}:flags=bicubic[o{octave}]")
        weights.append(str(2 ** (octaves - octave - 1)))
    graph = ";".join(scaled) + ";" + "".join(f"[o{i}]" for i in range(octaves))
    # A mixture of noise is flat; the curve brings the contrast back, and the
    # channels are drawn together, since photographs are less gaudy.
    graph += (f"mix=inputs={octaves}:weights={' '.join(weights)},"
              "curves=all='0/0 0.25/0.08 0.5/0.5 0.75/0.92 1/1',"
              "colorchannelmixer=0.6:0.2:0.2:0:0.2:0.6:0.2:0:0.2:0.2:0.6:0")
    out = os.path.join(folder, name + ".png")
    _ffmpeg(*inputs, "-filter_complex", graph, "-frames:v", "1", out)
    return out


def _sweep(speed, room):
    """A position that runs to and fro over `room` pixels, `speed` a frame."""
    return f"{room}-abs(mod(n*{speed}\\,{2 * room})-{room})"


def _moving_graph(spec):
    """A crop that moves over the still, with grain.

    Faint grain, as a photograph has: it is different in red, green and blue, and with more of it
    BT.709, which weighs green more, costs x264 half as many bytes again as BT.601 at one crf, so that
    the encoders no longer do the same work. Where there is alpha it is opaque, since ffmpeg and
    gst-launch drop it: all three tools encode the same picture."""
    width, height = spec["size"]
    graph = f"[0]format=gbrp,crop={width}:{height}:x='{_sweep(7, width // 2)}':y='{_sweep(3.5, height // 2)}'"
    if spec["grain"]:
        graph += f",noise=alls={spec['grain']}:allf=t:all_seed=123"
    return graph + (",format=rgba" if spec["alpha"] else ",format=rgb24")


def _sprite_graph(stills, photo, spec):
    """A textured disc with a soft rim that circles on clear ground."""
    width, height = spec["size"]
    disc = os.path.join(stills, "disc.pgm")
    with open(disc, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width * 3 // 2, height * 3 // 2))
        for y in range(height * 3 // 2):
            row = ((x - width * 3 / 4) ** 2 + (y - height * 3 / 4) ** 2 for x in range(width * 3 // 2))
            file.write(bytes(min(255, max(0, int((70 - square ** 0.5) * 25))) for square in row))
    graph = (f"[0]format=gbrp,crop={width}:{height}:x='{_sweep(2, width // 2)}':y='{_sweep(1, height // 2)}',"
             f"noise=alls={spec['grain']}:allf=t:all_seed=123[v];"
             f"[1]crop={width}:{height}:x='{width // 4}+40*sin(n/9)':y='{height // 4}+40*cos(n/9)',"
             "split[a][b];[b]format=gbrp[c];[v][c]blend=all_mode=multiply,format=gbrap[w];"
             "[a]format=gray[m];[w][m]alphamerge,format=rgba")
    return graph, [photo, disc]
