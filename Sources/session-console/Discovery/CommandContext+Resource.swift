import ConsoleApp

extension CommandContext {
    /// The context for what protects the URL that is the operand, with the profile made for it; the same without one.
    ///
    /// `nil` where the URL needs no token.
    func forResource() async throws -> CommandContext? {
        guard let url = operands.first else { return self }
        let resource = try ResourceProfile(url, self)
        guard try await resource.make(replacing: true, Checklist(self)) != nil else {
            output.note("It needs no token: call it with \(ProgramCall.line("request", "--no-auth", "URL"))")
            return nil
        }
        return forProfile(of: resource)
    }

    /// The context for the profile that was made for a resource.
    func forProfile(of resource: ResourceProfile) -> CommandContext {
        var context = self
        context.operands = []
        context.invocation.values[.profile] = [resource.name]
        // They are in the profile, beside what was found.
        for option in Option.inProfiles { context.invocation.values[option] = nil }
        return context
    }
}
