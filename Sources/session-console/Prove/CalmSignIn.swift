/// Whether the program signs in where nothing is in its way, which is tried once for all chapters, if at all.
actor CalmSignIn {
    private static let chapter = """
        client
        sign in as alice
        require RFC 6749 4: the program signs in
        GET /orders
        expect 200

        """

    private let terms: ProofTerms
    private let underWay: ClientsUnderWay
    private var trial: Task<Bool, any Error>?

    init(_ terms: ProofTerms, _ underWay: ClientsUnderWay) { (self.terms, self.underWay) = (terms, underWay) }

    func works() async throws -> Bool {
        if let trial { return try await trial.value }
        let (terms, underWay) = (terms, underWay)
        let trial = Task {
            let chapter = try ProofChapter(ScenarioSource(name: "calm", text: Self.chapter))
            var run = try await ChapterRun(chapter, terms.silent, underWay, calm: nil)
            return try await run.play().count(.notReached) == 0
        }
        self.trial = trial
        return try await trial.value
    }
}
