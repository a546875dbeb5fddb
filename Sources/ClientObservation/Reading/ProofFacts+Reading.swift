import Addresses
import FoundationEssentials
import JOSE
import SessionHTTP

extension ProofFacts {
    /// The claims of a `DPoP` field, compared with the request and the token that it goes with.
    ///
    /// `nil` where it is no JWT with claims, as where it is masked.
    init?(_ field: String, of request: ObservedRequest, token: String?) {
        guard field.utf8.count <= 16 << 10, let jws = try? JWS.parse(field), let claims = try? jws.payloadObject()
        else { return nil }
        id = SecretID(claims["jti"]?.string)
        nonce = SecretID(claims["nonce"]?.string)
        isForMethod = claims["htm"]?.string == request.method
        let target = claims["htu"]?.string.flatMap { URL(given: $0) }.map(URLPlace.text)
        isForTarget = target == URLPlace.text(request.url)
        let key = jws.header["jwk"]?.object
        isKeyFit =
            jws.algorithm?.isSymmetric != true && jws.algorithmName != "none" && key?["d"] == nil && key?["k"] == nil
        isForToken = token.flatMap {
            MaskShape.fits($0) ? nil : claims["ath"]?.string == Base64URL.encode(Digest.sha256.hash($0.utf8))
        }
    }
}
