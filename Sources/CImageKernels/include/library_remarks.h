// Messages of libraries on standard error.
#pragma once

/// Suppresses libjxl's messages about damaged files in the C library's `stderr`, line by line: Debian builds it with messages
/// for developers. Everything else passes, including libjxl's last words before it aborts. Replaces the stream by one that
/// writes to the same descriptor immediately. Without effect if the C library is not glibc.
void flipbook_leave_out_remarks(void);
