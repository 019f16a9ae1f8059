#pragma once

/// Filters the C library's `stderr` line by line to suppress libjxl's messages about damaged files. Debian builds libjxl with
/// messages for developers. All other output is written, including libjxl's last message before it aborts. Replaces the stream
/// with one that writes to the same descriptor immediately. Has no effect if the C library is not glibc.
void flipbook_leave_out_remarks(void);
