import CProcess

/// Runs a program in the place of this one, searched in `PATH` if its name has no slash; returns only where that fails,
/// with the `errno`.
///
/// The words and the entries of the environment end with `nil`.
package func replaceProgram(
    by words: [UnsafeMutablePointer<CChar>?], environment: [UnsafeMutablePointer<CChar>?]
) -> Int32 {
    for number in InheritedSignals.others { signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    return CoreDumps.withInheritedLimit {
        console_execute(words[0], words, environment)
        return errno
    }
}
