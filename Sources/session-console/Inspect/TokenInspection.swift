import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

/// A decoded JWT, with its problems and the trust in its signature.
struct TokenInspection: Sendable {
    let jws: JWS
    let contents: JWTContents
    let now: Date
    let problems: [TokenProblem]
    let trust: TokenTrust
    /// What an SD-JWT discloses.
    let selective: SelectiveDisclosure?

    /// Throws a ``JOSEError`` that names the faulty part of the token.
    ///
    /// Without named algorithms every one with a public key will do.
    init(
        _ token: String, now: Date, keys: KeySource.Outcome, accepting algorithms: Set<JWSAlgorithm>? = nil
    ) throws(JOSEError) {
        jws = try JWS.parse(issuerSignedPartOf: token)
        contents = try JWTContents(jws)
        self.now = now
        selective = SDJWT(token).map { [contents] in SelectiveDisclosure($0, of: contents) }
        problems = TokenProblem.sorted(
            TokenProblem.all(of: contents, now: now) + (selective?.problems ?? []))
        let flaw = TokenContents(Secret(token)).signatureFlaw
        trust =
            flaw.map { .failed($0) }
            ?? Self.trust(in: jws, contents, problems: problems, keys: keys, accepting: algorithms)
    }

    /// Inspects a token that a sign-in has rejected.
    init(rejected: RejectedIDToken, now: Date) throws(JOSEError) {
        jws = try JWS.parse(rejected.token.reveal())
        contents = try JWTContents(jws)
        self.now = now
        problems = TokenProblem.all(of: contents, now: now)
        trust = .failed(rejected.reason)
        selective = nil
    }

    var status: ExitStatus {
        switch trust {
        case .verified: .done
        case .failed: .refusedByProvider
        case .notChecked: .failed
        }
    }

    private static func trust(
        in jws: JWS, _ contents: JWTContents, problems: [TokenProblem], keys: KeySource.Outcome,
        accepting algorithms: Set<JWSAlgorithm>?
    ) -> TokenTrust {
        guard let algorithm = jws.algorithm else { return .notChecked("alg \(jws.algorithmName) is not supported") }
        switch keys {
        case .none(let reason): return .notChecked(reason)
        case .keys(let set):
            if algorithms == nil, algorithm.isSymmetric {
                let name = algorithm.rawValue
                return .notChecked("alg \(name) has no public key; --alg \(name) uses a shared key from --jwks")
            }
            guard algorithms?.contains(algorithm) ?? true else {
                return .failed("alg \(algorithm.rawValue) is not accepted; accept it with --alg")
            }
            let trust = trust(in: jws, keys: set, algorithm: algorithm)
            // A good signature doesn't make an expired token usable.
            if case .verified = trust, let problem = problems.first(where: { $0.weight == .error }) {
                return .failed("\(problem.text), though the signature is good")
            }
            return trust
        }
    }

    private static func trust(in jws: JWS, keys: JWKSet, algorithm: JWSAlgorithm) -> TokenTrust {
        let candidates = keys.candidates(for: jws)
        guard !candidates.isEmpty else {
            let wanted = jws.keyID.map { "the key \($0)" } ?? "a key for \(algorithm.rawValue)"
            let skipped = keys.skippedCount == 0 ? "" : ", \(keys.skippedCount) more not readable"
            return .failed("\(wanted) is not among the keys (\(keys.keys.count)\(skipped))")
        }
        var reason = ""
        for key in candidates {
            do {
                try jws.verify(with: key, allowed: [algorithm])
                return .verified(algorithm: algorithm.rawValue, keyID: jws.keyID)
            } catch {
                reason = error.clause
            }
        }
        return .failed(reason)
    }
}

extension JWSAlgorithm {
    fileprivate var isSymmetric: Bool { rawValue.hasPrefix("HS") }
}

extension StringProtocol where SubSequence == Substring {
    func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        String(reversed().drop(while: matches).reversed())
    }
}
