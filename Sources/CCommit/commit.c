#include "commit.h"

#ifndef FLIPBOOK_COMMIT
#define FLIPBOOK_COMMIT ""
#endif

const char flipbook_commit_text[] = FLIPBOOK_COMMIT;
