import CProcess

/// The words of this program's own command line.
package enum ProgramArguments {
    /// The words after the program's name.
    ///
    /// `CommandLine.arguments` has them from `/proc`, and none where that isn't mounted.
    package static var all: [String] {
        (1..<max(1, console_argument_count())).compactMap { console_argument($0).map { String(cString: $0) } }
    }
}
