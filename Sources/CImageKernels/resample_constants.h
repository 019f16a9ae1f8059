#pragma once

enum {
    WEIGHT_BITS = 14,
    // The fractional bits between the two steps. 16 bits then have room for a sign and twice the range of a channel, which
    // negative weights may exceed.
    FRACTION_BITS = 6,
    ROWS_SHIFT = WEIGHT_BITS - FRACTION_BITS,
    COLUMNS_SHIFT = WEIGHT_BITS + FRACTION_BITS,
};
