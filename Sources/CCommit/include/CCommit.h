/// The commit that the program was built from; empty in a build that was not told one.
const char *console_commit(void);
