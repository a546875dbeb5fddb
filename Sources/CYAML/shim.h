#pragma once
#if !__has_include(<yaml.h>)
#error "<yaml.h> is missing: install libyaml-dev (Debian, Ubuntu) or libyaml-devel (Fedora)"
#endif
#include <yaml.h>
