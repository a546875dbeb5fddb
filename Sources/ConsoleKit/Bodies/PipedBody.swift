/// What a command makes of a body.
package struct PipedBody: Sendable {
    /// The command line, as it was typed.
    package let command: String
    /// What it wrote; `nil` while it runs.
    package let bytes: [UInt8]?
    package let output: PreparedBody?
    /// The command's exit status.
    package let status: Int32

    /// Creates the output of a command that has ended.
    package init(command: String, output: [UInt8], status: Int32) {
        (self.command, bytes, self.status) = (command, output, status)
        self.output = PreparedBody(output, contentType: nil)
    }

    /// Creates a command that runs.
    package init(running command: String) { (self.command, bytes, output, status) = (command, nil, nil, 0) }
}
