// The fixed point of scaling.
#pragma once

enum {
    WEIGHT_BITS = 14,
    // Bits below the point between the two steps: 16 bits hold a sign, and twice the range of a channel,
    // for weights below zero take a sum out of that range.
    FRACTION_BITS = 6,
    ROWS_SHIFT = WEIGHT_BITS - FRACTION_BITS,
    COLUMNS_SHIFT = WEIGHT_BITS + FRACTION_BITS,
};
