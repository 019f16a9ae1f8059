// Remarks of libraries on standard error, beside what they return.
#pragma once

/// Has the C library's `stderr` leave out what libjxl says of damaged files, line by line: Debian builds it with its remarks
/// for developers. All else passes, and so does what libjxl says before it ends the process.
///
/// The stream's place is taken by another one that writes to the same file descriptor at once; nothing is held. Call it once.
/// Without effect where the C library is not glibc.
void flipbook_leave_out_remarks(void);
