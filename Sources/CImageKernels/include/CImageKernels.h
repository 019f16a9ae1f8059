#pragma once

#include "i420.h"
#include "over.h"
#include "premultiply.h"
