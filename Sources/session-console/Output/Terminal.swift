import Glibc

/// Facts about the terminal behind the standard streams.
enum Terminal {
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
    static var isInput: Bool { isatty(STDIN_FILENO) == 1 }
}
