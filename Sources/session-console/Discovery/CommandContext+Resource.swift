import ConsoleApp
import SessionCore

extension CommandContext {
    /// The context for what protects the URL that is the operand, with the profile made for it, and its server.
    ///
    /// `nil` where the URL needs no token.
    func forResource(_ url: String) async throws -> (context: CommandContext, server: DiscoveredServer)? {
        let resource = try ResourceProfile(url, self)
        guard let server = try await resource.make(replacing: true, Checklist(self)) else {
            output.inform("It needs no token: call it with \(ProgramCall.line("request", "--no-auth", "URL"))")
            output.inform("If some of it needs one, name whose: --issuer URL")
            return nil
        }
        var context = forProfile(of: resource)
        // A resource that refuses the token at once ends no session: that is about its audience or its scope.
        context.invocation.values[.on401] = [UnauthorizedPolicy.report.rawValue]
        return (context, server)
    }

    /// The context for the profile that was made for a resource.
    func forProfile(of resource: ResourceProfile) -> CommandContext {
        var context = self
        context.operands = []
        context.profileName = resource.name
        // They are in the profile, beside what was found.
        for option in Option.inProfiles { context.invocation.values[option] = nil }
        return context
    }
}
