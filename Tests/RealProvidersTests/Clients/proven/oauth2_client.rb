# ruby-oauth2's AuthCode and AccessToken, as their documentation has it: a token that has ended is refreshed first.
require "oauth2"
require "securerandom"
require_relative "loopback"

client = OAuth2::Client.new(
  ENV["CLIENT_ID"], ENV["CLIENT_SECRET"], site: ENV["ISSUER"], authorize_url: "/authorize", token_url: "/token",
  auth_scheme: ENV["CLIENT_SECRET"] ? :basic_auth : :tls_client_auth)
sign_in = lambda do
  return client.client_credentials.get_token if ENV["CLIENT_SECRET"]
  state, verifier = SecureRandom.hex, SecureRandom.urlsafe_base64(48)
  got = answer(client.auth_code.authorize_url(
    redirect_uri: ENV["REDIRECT_URI"], scope: ENV["SCOPE"], state: state,
    code_challenge: challenge_of(verifier), code_challenge_method: "S256"), state)
  client.auth_code.get_token(got["code"], redirect_uri: ENV["REDIRECT_URI"], code_verifier: verifier)
end
token = sign_in.call
on_each_line do
  token = ENV["CLIENT_SECRET"] ? sign_in.call : token.refresh! if token.expired?
  token.get("#{ENV['API']}/orders", raise_errors: false).status
end
