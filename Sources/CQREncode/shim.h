#pragma once
#if !__has_include(<qrencode.h>)
#error "<qrencode.h> is missing: install libqrencode-dev (Debian, Ubuntu) or qrencode-devel (Fedora)"
#endif
#include <qrencode.h>
