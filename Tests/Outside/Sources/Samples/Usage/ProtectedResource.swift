import Foundation
import SessionCore

/// Why a resource could not be had.
enum ResourceError: LocalizedError, Equatable {
    /// Thrown when the API answered with anything but 2xx.
    case status(Int)

    var errorDescription: String? {
        switch self {
        case .status(let status): "the server answered \(status)"
        }
    }
}

/// Gets a protected resource.
func resource(at url: URL, with session: Session) async throws -> [UInt8] {
    let answer = try await session.send(HTTPRequest(url: url, headers: ["Accept": "application/json"]))
    if case .sessionEnded(_, let end) = answer.verdict { throw SessionError.sessionExpired(end) }
    guard answer.response.isSuccess else { throw ResourceError.status(answer.response.status) }
    return answer.response.body
}

/// What a view shows: the resource, or why it is not there.
func text(of url: URL, with session: Session) async -> String {
    do {
        return String(decoding: try await resource(at: url, with: session), as: UTF8.self)
    } catch SessionError.sessionExpired(let end) {
        return "Sign in again: \(end)."
    } catch {
        return "Error: \(error.localizedDescription)"
    }
}

/// Gets an access token, and leads back to the sign-in page where the session is over.
func token(of session: Session, orShow signInPage: () async -> Void) async throws -> AccessToken? {
    do {
        return try await session.accessToken()
    } catch SessionError.sessionExpired, SessionError.noSession {
        await signInPage()
        return nil
    }
}
