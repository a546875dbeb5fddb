/// Counts the attempts to sign in, and knows which of them came too late.
///
/// A sign-out makes all attempts void that have begun, and a sign-in those that began before it.
struct SignInAttempts: Sendable, Equatable {
    private var begun = 0
    private var lastVoid = 0

    /// Begins an attempt and returns its number.
    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    func isVoid(_ attempt: Int) -> Bool { attempt <= lastVoid }

    /// The user has signed out.
    mutating func voidAll() {
        lastVoid = begun
    }

    /// The attempt has led to a session.
    mutating func succeed(_ attempt: Int) {
        lastVoid = max(lastVoid, attempt)
    }
}
