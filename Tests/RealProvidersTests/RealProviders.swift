import FoundationEssentials
import TestSupport
import Testing

/// Everything against OpenID providers and with clients that nobody of this project wrote, fetched and started for one
/// run.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches OpenID providers and clients from PyPI and Debian; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .providers, .clients, .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
enum RealProviders {}
