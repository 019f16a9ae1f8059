#include "CImageKernels.h"
