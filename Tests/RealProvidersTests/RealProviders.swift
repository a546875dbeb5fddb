import FoundationEssentials
import TestSupport
import Testing

/// Everything against OpenID providers that nobody of this project wrote, fetched and started for one run.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches OpenID providers from PyPI and Debian; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .providers, .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
enum RealProviders {}
