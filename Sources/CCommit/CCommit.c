#include "CCommit.h"

#define TEXT(commit) #commit
#define TEXT_OF(commit) TEXT(commit)

const char *console_commit(void) {
#ifdef SESSION_CONSOLE_COMMIT
    return TEXT_OF(SESSION_CONSOLE_COMMIT);
#else
    return "";
#endif
}
