# Plays a story with Net::HTTP: see README.md.
require "base64"
require "digest"
require "json"
require "net/http"
require "open3"
require "securerandom"

KNOWN = {}

# Net::HTTP itself passes every proxy by on loopback, so the proxy is named.
PROXY = URI(ENV["http_proxy"] || ENV["HTTP_PROXY"])

def request(method, url, *parts)
  fields = Hash.new { |all, place| all[place] = {} }
  parts.each_slice(3) { |place, name, value| fields[place][name] = value }
  target = URI(url)
  target.query = URI.encode_www_form(fields["query"]) unless fields["query"].empty?
  message = Net::HTTPGenericRequest.new(method, method == "POST", true, target.request_uri, fields["header"])
  fields["basic"].each { |name, secret| message.basic_auth(name, secret) }
  message.set_form_data(fields["form"]) unless fields["form"].empty?
  fields["body"].each { |kind, text| message.content_type, message.body = kind, text }
  http = Net::HTTP.new(target.host, target.port, PROXY.host, PROXY.port)
  http.max_retries = 0
  http.read_timeout = KNOWN["timeout"].to_f / 1000 if KNOWN["timeout"]
  http.start { http.request(message) }
rescue EOFError, SystemCallError, Net::HTTPBadResponse, Net::ReadTimeout
  nil
end

def remember(answer)
  KNOWN["status"] = answer ? answer.code : "0"
  members = JSON.parse(answer&.body || "")
  KNOWN.merge!(members) if members.is_a?(Hash)
rescue JSON::ParserError
  nil
end

def browse(url, *parts)
  query = URI.encode_www_form(parts.each_slice(3).map { |part| part.drop(1) })
  person = File.join(__dir__, "..", "person.py")
  back, = Open3.capture3(ENV["PYTHON"], person, "#{url}?#{query}", "http://127.0.0.1:9/callback")
  KNOWN.merge!(URI.decode_www_form(URI(back.strip).query || "").to_h)
end

def play(name, *words)
  case name
  when "set" then KNOWN[words[0]] = words[1]
  when "random" then KNOWN[words[0]] = SecureRandom.urlsafe_base64(32)
  when "hash" then KNOWN[words[0]] = Base64.urlsafe_encode64(Digest::SHA256.digest(words[1]), padding: false)
  when "pause" then sleep(words[0].to_f / 1000)
  when "browse" then browse(*words)
  when "send" then remember(request(*words))
  when "together" then Array.new(words.shift.to_i) { Thread.new { request(*words) } }.each(&:join)
  when "when" then KNOWN["status"] == words[0] and play(*words.drop(1))
  when "control"
    system("curl", "-sSf", "--noproxy", "*", "--json", words[1], words[0], out: File::NULL) or abort(words[0])
  else abort("no step #{name}")
  end
end

JSON.parse(ARGV[0]).each do |name, *words|
  play(name, *words.map { |word| word.gsub(/\$(\w+)/) { KNOWN[$1].to_s } })
end
