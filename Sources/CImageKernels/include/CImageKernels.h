#pragma once

#include "i420.h"
#include "over.h"
#include "png_checksum.h"
#include "png_read.h"
#include "premultiply.h"
#include "resample.h"
