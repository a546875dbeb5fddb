# LWP::Authen::OAuth2, as its documentation has it: it refreshes before a call, and once more when a token is refused.
use v5.30;
use warnings;
use Digest::SHA qw(sha256);
use HTTP::Daemon;
use LWP::Authen::OAuth2;
use MIME::Base64 qw(encode_base64url);

my ($state, $verifier) = map { encode_base64url(join "", map { chr int rand 256 } 1 .. 48) } 1 .. 2;
my $oauth2 = LWP::Authen::OAuth2->new(
    client_id => $ENV{CLIENT_ID}, client_secret => "", redirect_uri => $ENV{REDIRECT_URI}, scope => $ENV{SCOPE},
    authorization_endpoint => "$ENV{ISSUER}/authorize", token_endpoint => "$ENV{ISSUER}/token", is_strict => 0);
my $server = HTTP::Daemon->new(LocalAddr => "127.0.0.1", LocalPort => $ENV{PORT}, ReuseAddr => 1) or die $!;
STDOUT->autoflush;
say $oauth2->authorization_url(
    state => $state, code_challenge => encode_base64url(sha256($verifier)), code_challenge_method => "S256");
my $browser = $server->accept;
my %answer = $browser->get_request->uri->query_form;
$browser->send_response(HTTP::Response->new(200, "OK", undef, "Signed in."));
$browser->close;
die "the state is another" if $answer{state} ne $state;
$oauth2->request_tokens(code => $answer{code}, code_verifier => $verifier);
while (<STDIN>) { say eval { $oauth2->get("$ENV{API}/orders")->code } // "failed: $@" }
