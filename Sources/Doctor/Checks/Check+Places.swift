import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// Where the issuer's metadata is, and in what form.
    static let places = [
        Check(
            "metadata-places", "where the metadata is", .rfc(8414, "3"),
            "A client tries RFC 8414's place, then OpenID Connect's, and can't go on without a document.",
            mend: "Publish the metadata at /.well-known/oauth-authorization-server, with the issuer's path after it."
        ) { visit in
            let places = await visit.places()
            guard !places.isEmpty else { return nil }
            let found = places.filter { $0.document != nil }.map { $0.url.path }
            if found.isEmpty { return .fault("nothing at \(places.map(\.url.path).listed)") }
            if visit.demands == .oidc, !places.contains(where: { $0.isOpenID && $0.document != nil }) {
                return Sight(.fault, "only \(found.listed)", rule: .discovery("4"))
            }
            return .sound(found.listed)
        },

        Check(
            "metadata-answers", "the answers of the metadata's places", .rfc(8414, "3.2"),
            "A client takes a 404 as absence; a web page, another status or no answer stops it before the right place.",
            mend: "Answer 404 at a well-known place that has no metadata."
        ) { visit in
            let places = await visit.places()
            guard !places.isEmpty else { return nil }
            let faults = places.compactMap { place in place.flaw.map { "\(place.url.path): \($0)" } }
            return faults.isEmpty ? .sound("a document, or not found") : .fault(faults.joined(separator: "; "))
        },

        Check(
            "metadata-type", "the metadata's media type", .rfc(8414, "3.2"),
            "Some clients parse only what is sent as application/json.",
            mend: "Send it with Content-Type: application/json."
        ) { visit in
            let documents = await visit.places().filter { $0.document != nil }.compactMap(\.reply.response)
            guard !documents.isEmpty else { return nil }
            let others = documents.filter { $0.mediaType != "application/json" }.map { $0.mediaType ?? "no type" }
            return others.isEmpty ? .sound("application/json") : .fault("sent as \(others.listed)")
        },

        Check(
            "metadata-redirects", "the metadata's redirects", .rfc(8414, "3.2"),
            "A client that does not follow redirects finds no metadata.",
            mend: "Answer at the place itself, with 200."
        ) { visit in
            let documents = await visit.places().filter { $0.document != nil }.compactMap(\.reply.response)
            guard !documents.isEmpty else { return nil }
            let targets = documents.flatMap(\.redirects).map { Shown.cut($0.to.absoluteString, to: 120) }
            return targets.isEmpty ? .sound("no redirect") : .remark("redirected to \(targets.listed)")
        },

        Check(
            "metadata-agreement", "the metadata's documents compared", .rfc(8414, "5"),
            "A client reads one of them: with another one it would sign in elsewhere.",
            mend: "Make both documents from the same values."
        ) { visit in
            let documents = await visit.places().compactMap(\.document)
            guard let first = documents.first, documents.count > 1 else { return nil }
            let names = ["issuer"] + ProviderEndpoint.allCases.map(\.rawValue)
            let different = names.filter { name in
                documents.contains { document in
                    guard let one = first[name], let other = document[name] else { return false }
                    return one != other
                }
            }
            return different.isEmpty
                ? .sound("\(documents.count), alike") : .fault("they differ in \(different.listed)")
        },

        Check(
            "metadata-caching", "how long the metadata may be cached", .rfc(9111, "5.2.2"),
            "A client that may not cache it asks for it at every start.",
            mend: "Send Cache-Control with a max-age of some minutes."
        ) { visit in
            guard let answer = await visit.places().first(where: { $0.document != nil })?.reply.response else {
                return nil
            }
            guard let field = answer.headers["Cache-Control"] else { return .remark("no Cache-Control") }
            let directives = field.lowercased()
            let isCacheable = directives.contains("max-age") && !directives.contains("no-store")
            return Sight(isCacheable ? .sound : .note, Shown.cut(field, to: 120))
        },
    ]
}

extension MetadataPlace {
    /// What stands in the way of a client that looks for a document here; `nil` where it is one, or nothing.
    fileprivate var flaw: String? {
        switch reply {
        case .failed(let finding): return "\(finding)"
        case .answered(let response, _):
            if response.isSuccess {
                return document == nil
                    ? "\(response.status) with \(response.mediaType ?? "bytes") that is not JSON" : nil
            }
            return StatusMeaning(response.status) == .refusal && response.status != 403 && response.status != 401
                ? nil : "it answers \(response.status)"
        }
    }
}
