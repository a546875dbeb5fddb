import FoundationEssentials
import RequestFiles
import SessionCore

/// What placeholders stand for in this run, beside what the files say.
struct RequestScope: Sendable {
    /// The chosen environment; `nil` for what all environments share.
    var environment: String?
    /// What the user has typed, by file.
    var given: [String: [String: String]] = [:]
    /// The answers of this run, by file and by the name of the request.
    var answers: [String: [String: RecordedAnswer]] = [:]
    /// The cookies of those answers, by file.
    var cookies: [String: CookieJar] = [:]

    /// Forgets what was answered to one user, which is nothing to send for another.
    mutating func forgetAnswers() { (answers, cookies) = ([:], [:]) }

    /// Reads no file: `contents` has the bytes of files that bodies name.
    func variables(
        for file: RequestLibrary.File, in folder: RequestLibrary.Folder?, _ scene: Scene,
        contents: @escaping @Sendable (String) throws(FileRefusal) -> [UInt8]
    ) -> VariableScope {
        var scope = VariableScope()
        let environments = folder?.environments ?? RequestEnvironments()
        scope.environment = environments.variables(of: environment) ?? environments.variables(of: nil) ?? [:]
        scope.privateValues = environments.privateValues
        scope.isNameOfSecret = SecretNames.contains(variable:)
        scope.dotEnv = folder?.dotEnv ?? [:]
        scope.given = given[file.path] ?? [:]
        scope.answers = answers[file.path] ?? [:]
        scope.cookies = cookies[file.path] ?? CookieJar()
        scope.now = scene.now
        let seconds = scene.time.secondsFromUTC
        scope.localOffset = { _ in seconds }
        let origins = Set(scene.context.apis.compactMap { Origin($0) })
        scope.isSessions = { url in Origin(url).map(origins.contains) ?? false }
        scope.base = scene.context.api
        scope.contents = contents
        return scope
    }
}
