# Plays a story with LWP: see README.md.
use strict;
use warnings;
use Digest::SHA qw(sha256);
use FindBin;
use HTTP::Request;
use JSON::PP;
use LWP::UserAgent;
use MIME::Base64 qw(encode_base64url);
use Time::HiRes qw(sleep);
use URI;

my %known;
my $agent = LWP::UserAgent->new(max_redirect => 0, env_proxy => 1);

sub request {
    my ($method, $url, @parts) = @_;
    my (%fields, @query);
    while (my ($place, $name, $value) = splice(@parts, 0, 3)) {
        push @query, $name, $value if $place eq 'query';
        $fields{$place}{$name} = $value;
    }
    my $target = URI->new($url);
    $target->query_form(@query) if @query;
    my $message = HTTP::Request->new($method, $target, [%{$fields{header} // {}}]);
    $message->authorization_basic(%{$fields{basic}}) if $fields{basic};
    if ($fields{form}) {
        my $form = URI->new('http:');
        $form->query_form(%{$fields{form}});
        $message->content_type('application/x-www-form-urlencoded');
        $message->content($form->query);
    } elsif ($fields{body}) {
        $message->content_type($_), $message->content($fields{body}{$_}) for keys %{$fields{body}};
    }
    $agent->timeout($known{timeout} / 1000) if $known{timeout};
    return $agent->request($message);
}

sub remember {
    my ($answer) = @_;
    $known{status} = $answer->code;
    my $members = eval { decode_json($answer->content) };
    %known = (%known, %$members) if ref $members eq 'HASH';
}

sub browse {
    my ($url, @parts) = @_;
    my ($target, @query) = (URI->new($url));
    while (my (undef, $name, $value) = splice(@parts, 0, 3)) { push @query, $name, $value }
    $target->query_form(@query);
    my @command = ($ENV{PYTHON}, "$FindBin::Bin/../person.py", "$target", 'http://127.0.0.1:9/callback');
    open(my $person, '-|', @command) or die $!;
    chomp(my $back = <$person> // '');
    close $person;
    %known = (%known, URI->new($back)->query_form) if $back;
}

sub together {
    my ($count, @words) = @_;
    my @children = map { my $child = fork; if (!$child) { request(@words); exit } $child } 1 .. $count;
    waitpid($_, 0) for @children;
}

my %steps;
%steps = (
    when => sub { my ($status, $name, @words) = @_; $steps{$name}->(@words) if $known{status} == $status },
    set => sub { $known{$_[0]} = $_[1] },
    random => sub { open(my $source, '<:raw', '/dev/urandom'); read($source, my $bytes, 32);
        $known{$_[0]} = encode_base64url($bytes) },
    hash => sub { $known{$_[0]} = encode_base64url(sha256($_[1])) },
    pause => sub { sleep($_[0] / 1000) },
    control => sub {
        my $answer = LWP::UserAgent->new(env_proxy => 0)->post($_[0], Content => $_[1]);
        die $answer->status_line unless $answer->is_success;
    },
    browse => \&browse, together => \&together, send => sub { remember(request(@_)) },
);
for my $step (@{decode_json($ARGV[0])}) {
    my ($name, @words) = @$step;
    s/\$(\w+)/$known{$1} \/\/ ''/ge for @words;
    $steps{$name}->(@words);
}
