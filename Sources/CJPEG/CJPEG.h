#pragma once
// jpeglib.h takes these two for granted.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
