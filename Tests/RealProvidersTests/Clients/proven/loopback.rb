# The answer to a sign-in, on the port that is named; and a call for each line of the standard input.
require "base64"
require "digest"
require "socket"
require "uri"

# What the answer with this state says.
def answer(link, state)
  server = TCPServer.new("127.0.0.1", ENV["PORT"].to_i)
  puts link
  $stdout.flush
  loop do
    browser = server.accept
    target = browser.gets.to_s.split[1]
    nil while browser.gets&.chomp != ""
    browser.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nSigned in.")
    browser.close
    answer = URI.decode_www_form(URI(target).query.to_s).to_h
    return answer if answer["state"] == state
  end
ensure
  server&.close
end

def challenge_of(verifier) = Base64.urlsafe_encode64(Digest::SHA256.digest(verifier), padding: false)

# Calls, and prints the status; a call that fails is no reason to end.
def on_each_line
  while gets
    begin
      puts yield
    rescue StandardError => error
      puts "failed: #{error.class}"
    end
  end
end
