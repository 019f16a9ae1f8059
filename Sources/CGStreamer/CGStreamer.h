#pragma once
#include <gst/gst.h>
#include <gst/base/gstbasesink.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/navigation.h>
#include <gst/video/video.h>
#include <gst/video/videooverlay.h>
