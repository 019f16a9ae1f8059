"""What people really number: sprites, time lapses, maps, microscopes, passes, pans. Each picture is small, depends on
its index alone, and has nothing wrong with it; the linter's tests put faults into them."""

import math

from . import png

WIDTH, HEIGHT = 64, 48


def _noise(*place):
    """A number in 0...1 that looks random and is the same on every machine."""
    value = 2166136261
    for part in place:
        value = ((value ^ (part & 0xFFFF)) * 16777619) & 0xFFFFFFFF
        value ^= value >> 13
    return ((value * 2654435761) & 0xFFFFFFFF) / 2 ** 32


def _smooth(x, y, seed):
    """Noise in smooth hills, 0...1; a hill is eight places wide."""
    column, row = math.floor(x / 8), math.floor(y / 8)
    across, down = x / 8 - column, y / 8 - row
    across, down = across * across * (3 - 2 * across), down * down * (3 - 2 * down)
    top = _noise(column, row, seed) * (1 - across) + _noise(column + 1, row, seed) * across
    bottom = _noise(column, row + 1, seed) * (1 - across) + _noise(column + 1, row + 1, seed) * across
    return top * (1 - down) + bottom * down


def _byte(level):
    return min(255, max(0, int(level + 0.5)))


def _picture(pixel, channels, width=WIDTH, height=HEIGHT):
    return png.encode(width, height, channels, bytes(
        _byte(part) for y in range(height) for x in range(width) for part in pixel(x, y)))


def lapse(index):
    """Clouds over hills, with the grain of a camera; the light rises slowly."""
    light = 0.8 + 0.01 * index

    def pixel(x, y):
        grain = (_noise(x, y, index) - 0.5) * 6
        cloud = _smooth(x + index * 1.5, y * 2, 7)
        if y > 34 + 4 * math.sin(x / 9):
            base = (40 + 30 * _smooth(x, y, 3), 70 + 20 * _smooth(x, y, 3), 30)
        else:
            base = (110 + 120 * cloud, 140 + 100 * cloud, 200 + 40 * cloud)
        # A sun and a shadow keep both ends of the range.
        if (x - 50) ** 2 + (y - 8) ** 2 < 12:
            return 255, 255, 250
        if x < 3 and y > 44:
            return 0, 0, 0
        return tuple(part * light + grain for part in base)
    return _picture(pixel, 3)


def daily_map(index):
    """A field of temperatures that drifts, in the colours of a map, a coast on top."""
    def pixel(x, y):
        if _smooth(x, y, 11) > 0.62:
            return 90, 90, 90
        heat = _smooth(x - index * 0.7, y, 5)
        return 255 * heat, 80 + 60 * math.sin(heat * 9), 255 * (1 - heat)
    return _picture(pixel, 3)


def cells(index):
    """Cells under a microscope, 16 bits of grey: they wander, on a dark ground with noise."""
    places = [(12 + 0.8 * index, 14, 5), (40 - 0.5 * index, 30 + 0.3 * index, 6), (50, 10 + 0.6 * index, 4)]
    values = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            light = 900 + 300 * _noise(x, y, index)
            for cx, cy, radius in places:
                light += 28_000 * math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * radius * radius / 4))
            values.append(min(65_535, int(light)))
    return png.encode_gray16(WIDTH, HEIGHT, values)


def flame(index):
    """A flame of soft alpha on clear ground, as games have it, 24 x 24."""
    def pixel(x, y):
        sway = math.sin(index * math.pi / 4) * (22 - y) / 12
        across = (x - 11.5 - sway) / (1 + max(0, y - 3) / 3)
        strength = max(0.0, 1 - across * across) * min(1, max(0, (y - 2) / 6))
        if y > 21 or strength <= 0:
            return 0, 0, 0, 0
        return 255, 120 + 120 * strength, 40 * strength, 255 * min(1, strength * 1.6)
    return _picture(pixel, 4, 24, 24)


def hopper(index):
    """A small creature that jumps: the lower part of the canvas is clear while it is in the air, 24 x 32."""
    lift = 12 * math.sin(math.pi * (index % 8) / 8)

    def pixel(x, y):
        inside = ((x - 11.5) / 7) ** 2 + ((y - 24 + lift) / 7) ** 2
        if inside > 1:
            return 0, 0, 0, 0
        eye = abs(abs(x - 11.5) - 3) < 1 and abs(y - 22 + lift) < 2
        return (20, 20, 30, 255) if eye else (90 + 8 * (y % 8), 180, 110, 255)
    return _picture(pixel, 4, 24, 32)


def shot(index):
    """A shape that turns before a wall, opaque: a beauty pass."""
    matte = _shape(index)

    def pixel(x, y):
        wall = 60 + 50 * _smooth(x, y, 21)
        share = matte(x, y)
        return tuple(a * share + b * (1 - share) for a, b in zip((235, 180, 60), (wall, wall * 0.9, wall * 1.2)))
    return _picture(pixel, 3)


def shot_matte(index):
    """Where the shape is, white on black: its matte."""
    matte = _shape(index)
    return _picture(lambda x, y: (255 * matte(x, y),) * 3, 3)


def _shape(index):
    turn = index * math.pi / 24
    ways = math.cos(turn), math.sin(turn)

    def share(x, y):
        across = (x - 32) * ways[0] + (y - 24) * ways[1]
        down = (y - 24) * ways[0] - (x - 32) * ways[1]
        return min(1.0, max(0.0, 18 - abs(across))) * min(1.0, max(0.0, 9 - abs(down)))
    return share


def pan(index):
    """A camera that moves over a landscape by two pixels a frame."""
    def pixel(x, y):
        level = _smooth(x + 2 * index, y, 31)
        return 60 + 150 * level, 90 + 120 * _smooth(x + 2 * index, y, 32), 50 + 60 * level
    return _picture(pixel, 3)


def fade(index):
    """A title that comes out of black and goes back: 16 drawings, the first and the last all black."""
    strength = math.sin(math.pi * index / 15) ** 2

    def pixel(x, y):
        letter = 8 < y < 40 and (x // 6) % 2 == 0 and (x // 12 + y // 9) % 3 != 0
        return tuple(part * strength for part in ((250, 240, 200) if letter else (30, 40, 70)))
    return _picture(pixel, 3)


def bar(index):
    """A bar of progress that is full at its last drawing."""
    share = index / 100

    def pixel(x, y):
        if not 18 <= y < 30 or not 4 <= x < 60:
            return 240, 240, 240
        return (70, 150, 220) if (x - 4) / 56 < share else (200, 200, 205)
    return _picture(pixel, 3)


def blink(index):
    """A face at rest that blinks once in twenty drawings, and breathes."""
    breath = math.sin(index * math.pi / 10)

    def pixel(x, y):
        if (x - 32) ** 2 + (y - 24 - breath) ** 2 > 400:
            return 30, 60, 90
        isEye = abs(abs(x - 32) - 8) < 3 and abs(y - 20 - breath) < (1 if index == 12 else 3)
        return (40, 30, 30) if isEye else (240, 200, 170 + 2 * (y % 4))
    return _picture(pixel, 3)
