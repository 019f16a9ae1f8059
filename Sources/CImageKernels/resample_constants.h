#pragma once

enum {
    WEIGHT_BITS = 14,
    // The fractional bits between the two steps. 16 bits then have room for a sign and for twice the range of a channel. With
    // negative weights, values may exceed that range.
    FRACTION_BITS = 6,
    ROWS_SHIFT = WEIGHT_BITS - FRACTION_BITS,
    COLUMNS_SHIFT = WEIGHT_BITS + FRACTION_BITS,
};
