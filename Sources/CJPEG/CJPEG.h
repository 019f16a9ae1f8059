#pragma once
// jpeglib.h requires these two headers but does not include them.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
