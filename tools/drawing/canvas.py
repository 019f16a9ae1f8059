"""A small antialiasing canvas.

A shape is a coverage: a dict from pixel index to 0...1. A paint is a colour
(r, g, b) or (r, g, b, a) with parts in 0...1, or a function from a place to
one. Places are in points, `scale` pixels each, from the top left corner, so
one drawing serves @1x and @2x. Colour is kept premultiplied."""

import math

from . import png


def rgb(text):
    """`rgb("ff8040")` as three parts in 0...1."""
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


# What rounds a part to a byte: a hair over a half, so that a last bit that
# differs between two math libraries does not move a value across the border.
HALF = 0.5 + 1e-7


def distance(x, y):
    """The length of (x, y). Python's hypot changed its last bit with 3.10; a square root cannot."""
    return math.sqrt(x * x + y * y)


def mix(a, b, t):
    """The colour, or any tuple, at `t` of the way from `a` to `b`."""
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def smooth(t):
    """0 up to 0, 1 from 1 on, level at both ends."""
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


class Canvas:
    """`width` x `height` points of clear pixels."""

    def __init__(self, width, height, scale=1):
        self.width, self.height, self.scale = width * scale, height * scale, scale
        self.pixels = [(0.0, 0.0, 0.0, 0.0)] * (self.width * self.height)

    # Shapes

    def sampled(self, box, coverage_at):
        """What `coverage_at(x, y)` says at the pixel centres inside `box` (x0, y0, x1, y1)."""
        found = {}
        s = self.scale
        x0, y0 = max(0, math.floor(box[0] * s) - 1), max(0, math.floor(box[1] * s) - 1)
        x1, y1 = min(self.width, math.ceil(box[2] * s) + 1), min(self.height, math.ceil(box[3] * s) + 1)
        for py in range(y0, y1):
            y = (py + 0.5) / s
            for px in range(x0, x1):
                a = coverage_at((px + 0.5) / s, y)
                if a > 0:
                    found[py * self.width + px] = a if a < 1 else 1.0
        return found

    def everything(self):
        """The whole canvas."""
        return dict.fromkeys(range(self.width * self.height), 1.0)

    def ellipse(self, cx, cy, rx, ry):
        """A filled ellipse. Its edge's distance is the implicit function over its gradient."""
        s = self.scale

        def at(x, y):
            u, v = (x - cx) / rx, (y - cy) / ry
            f = u * u + v * v - 1
            slope = 2 * distance(u / rx, v / ry)
            return 0.5 - s * f / slope if slope else 1.0
        return self.sampled((cx - rx, cy - ry, cx + rx, cy + ry), at)

    def glow(self, cx, cy, rx, ry, power=2.0):
        """A soft spot: 1 in the centre, 0 at the radius."""
        def at(x, y):
            d = distance((x - cx) / rx, (y - cy) / ry)
            return (1 - d * d) ** power if d < 1 else 0.0
        return self.sampled((cx - rx, cy - ry, cx + rx, cy + ry), at)

    def stroke(self, points):
        """A line with round joins through (x, y, width), the width running from point to point."""
        found = {}
        s = self.scale
        for (ax, ay, aw), (bx, by, bw) in zip(points, points[1:]):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy or 1e-9

            def at(x, y):
                t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
                return 0.5 + s * ((aw + (bw - aw) * t) / 2 - distance(x - ax - dx * t, y - ay - dy * t))
            r = max(aw, bw) / 2 + 1
            box = (min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r)
            for index, a in self.sampled(box, at).items():
                if a > found.get(index, 0):
                    found[index] = a
        return found

    def polygon(self, points, lines=5):
        """The inside of a closed line, exact across and in `lines` steps down each pixel."""
        s = self.scale
        corners = [(x * s, y * s) for x, y in points]
        edges = list(zip(corners, corners[1:] + corners[:1]))
        top = max(0, math.floor(min(y for _, y in corners)))
        bottom = min(self.height, math.ceil(max(y for _, y in corners)))
        found = {}
        for py in range(top, bottom):
            for line in range(lines):
                y = py + (line + 0.5) / lines
                cuts = sorted(ax + (y - ay) * (bx - ax) / (by - ay)
                              for (ax, ay), (bx, by) in edges if (ay <= y) != (by <= y))
                for left, right in zip(cuts[::2], cuts[1::2]):
                    left, right = max(0.0, left), min(float(self.width), right)
                    for px in range(math.floor(left), math.ceil(right)):
                        part = (min(px + 1, right) - max(px, left)) / lines
                        if part > 0:
                            index = py * self.width + px
                            found[index] = found.get(index, 0.0) + part
        return found

    # Paint

    def fill(self, shape, paint, opacity=1.0):
        """Lays `paint` over what is there, where `shape` is (Porter-Duff over)."""
        varies = callable(paint)
        for index, coverage in shape.items():
            if varies:
                colour = paint((index % self.width + 0.5) / self.scale, (index // self.width + 0.5) / self.scale)
            else:
                colour = paint
            a = coverage * opacity * (colour[3] if len(colour) == 4 else 1.0)
            r, g, b, below = self.pixels[index]
            k = 1 - a
            self.pixels[index] = (colour[0] * a + r * k, colour[1] * a + g * k,
                                  colour[2] * a + b * k, a + below * k)

    def add(self, shape, colour, opacity=1.0):
        """Adds light: colour and alpha grow, and stop at 1."""
        for index, coverage in shape.items():
            a = coverage * opacity
            now = self.pixels[index]
            alpha = min(1.0, now[3] + a)
            self.pixels[index] = tuple(min(alpha, n + c * a) for n, c in zip(now, colour)) + (alpha,)

    def png(self, opaque):
        """The picture as a PNG: RGB where `opaque`, else RGBA with straight alpha, clear pixels all 0."""
        out = bytearray()
        for r, g, b, a in self.pixels:
            alpha = int(a * 255 + HALF)
            if opaque:
                out += bytes((int(r * 255 + HALF), int(g * 255 + HALF), int(b * 255 + HALF)))
            elif alpha == 0:
                out += b"\0\0\0\0"
            else:
                out += bytes((min(255, int(r / a * 255 + HALF)), min(255, int(g / a * 255 + HALF)),
                              min(255, int(b / a * 255 + HALF)), alpha))
        return png.encode(self.width, self.height, 3 if opaque else 4, bytes(out))
