# The gem openid_connect, as its documentation has it: an ID token is decoded with the provider's keys, and verified.
require "openid_connect"
require "securerandom"
require_relative "loopback"

# It wants TLS unless told.
[SWD, WebFinger].each { |part| part.url_builder = URI::HTTP }
provider = OpenIDConnect::Discovery::Provider::Config.discover!(ENV["ISSUER"])
client = OpenIDConnect::Client.new(
  identifier: ENV["CLIENT_ID"], redirect_uri: ENV["REDIRECT_URI"], token_endpoint: provider.token_endpoint,
  authorization_endpoint: provider.authorization_endpoint)
state, nonce, verifier = SecureRandom.hex, SecureRandom.hex, SecureRandom.urlsafe_base64(48)
client.authorization_code = answer(client.authorization_uri(
  scope: ENV["SCOPE"].split, state: state, nonce: nonce, code_challenge: challenge_of(verifier),
  code_challenge_method: "S256"), state)["code"]
token = client.access_token!(:body, code_verifier: verifier)
OpenIDConnect::ResponseObject::IdToken.decode(token.id_token, provider.jwks)
  .verify!(issuer: ENV["ISSUER"], client_id: ENV["CLIENT_ID"], nonce: nonce)
on_each_line do
  status = token.get("#{ENV['API']}/orders").status
  next status if status != 401
  client.refresh_token = token.refresh_token
  token = client.access_token!(:body)
  token.get("#{ENV['API']}/orders").status
end
