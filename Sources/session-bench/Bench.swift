import HostSystem

/// Speed, in ratios measured in one run: this library's HTTP against a bare libcurl loop.
@main
struct Bench {
    static func main() async {
        do throws(BenchError) {
            try await BenchCommand(arguments: ProgramArguments.all).run()
        } catch {
            StandardError.write("session-bench: \(error)\n")
            exit(error.exitStatus)
        }
    }
}
