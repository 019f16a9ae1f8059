#pragma once

#include "i420.h"
#include "orient.h"
#include "over.h"
#include "pixels.h"
#include "png_checksum.h"
#include "png_inflate.h"
#include "png_read.h"
#include "png_write.h"
#include "premultiply.h"
#include "resample.h"
#include "stencil.h"
#include "unfilter.h"
