"""Writes and reads 8-bit RGB and RGBA PNGs: the PNG specification's chunks, five row
filters chosen by the smallest sum of absolute differences (its section 12.7),
and zlib at its best level. The pixels are the same on every machine, the bytes
with every build of the same zlib."""

import struct
import zlib


def encode(width, height, channels, pixels):
    """A whole PNG file. `pixels` holds height x width x channels bytes, where
    3 channels are RGB and 4 are RGBA with straight alpha."""
    stride = width * channels
    rows = bytearray()
    above = bytes(stride)
    for y in range(height):
        row = pixels[y * stride:(y + 1) * stride]
        rows += min(_filtered(row, above, channels), key=_cost)
        above = row
    colour_type = {3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)
    data = zlib.compress(bytes(rows), 9)
    # sRGB, intent "perceptual": says which colours the numbers mean.
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"sRGB", b"\0")
            + _chunk(b"IDAT", data) + _chunk(b"IEND", b""))


def encode_gray16(width, height, values):
    """A PNG of 16 bits of grey: `values` holds height x width numbers up to 65,535."""
    rows, above = bytearray(), bytes(width * 2)
    for y in range(height):
        row = struct.pack(f">{width}H", *values[y * width:(y + 1) * width])
        rows += min(_filtered(row, above, 2), key=_cost)
        above = row
    header = struct.pack(">IIBBBBB", width, height, 16, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(bytes(rows), 9))
            + _chunk(b"IEND", b""))


def decode(data):
    """Width, height, channels and pixels of a PNG as `encode` writes it: 8 bits, RGB or RGBA, not interlaced."""
    place, body = 8, b""
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        chunk = data[place + 8:place + 8 + length]
        place += length + 12
        if kind == b"IHDR":
            width, height, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            body += chunk
    if depth != 8 or colour_type not in (2, 6) or interlaced:
        raise ValueError("only 8-bit RGB and RGBA without interlacing is read")
    channels = 3 if colour_type == 2 else 4
    stride = width * channels
    rows, above, pixels = zlib.decompress(body), bytes(stride), bytearray()
    for y in range(height):
        line = rows[y * (stride + 1):(y + 1) * (stride + 1)]
        above = _unfiltered(line[0], line[1:], above, channels)
        pixels += above
    return width, height, channels, bytes(pixels)


def _unfiltered(kind, line, above, bpp):
    row = bytearray()
    for i, value in enumerate(line):
        a = row[i - bpp] if i >= bpp else 0
        c = above[i - bpp] if i >= bpp else 0
        b = above[i]
        row.append((value + (0, a, b, (a + b) // 2, _paeth(a, b, c))[kind]) & 255)
    return bytes(row)


def _chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _cost(line):
    return sum(b if b < 128 else 256 - b for b in memoryview(line)[1:])


def _filtered(row, above, bpp):
    """The row under each of the five filters, its filter's number in front."""
    left = bytes(bpp) + row[:-bpp]
    corner = bytes(bpp) + above[:-bpp]
    yield b"\0" + row
    yield b"\1" + bytes((x - a) & 255 for x, a in zip(row, left))
    yield b"\2" + bytes((x - b) & 255 for x, b in zip(row, above))
    yield b"\3" + bytes((x - (a + b) // 2) & 255 for x, a, b in zip(row, left, above))
    yield b"\4" + bytes((x - _paeth(a, b, c)) & 255 for x, a, b, c in zip(row, left, above, corner))


def _paeth(a, b, c):
    pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    if pa <= pb and pa <= pc:
        return a
    return b if pb <= pc else c
