<?php
// PHP's curl functions by hand: what has ended is refreshed first, and a 429 is obeyed.
$at = getenv(...);
$random = fn() => rtrim(strtr(base64_encode(random_bytes(32)), "+/", "-_"), "=");
[$tokens, $pause] = [[], 0];

function send($url, $options) {
    [$curl, $patience] = [curl_init($url), 0];
    curl_setopt_array($curl, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10,
        CURLOPT_HEADERFUNCTION => function ($_, $line) use (&$patience) {
            if (preg_match('/^Retry-After: *(.*?)\s*$/i', $line, $found))
                $patience = ctype_digit($found[1]) ? time() + $found[1] : strtotime($found[1]);
            return strlen($line);
        }]);
    $body = curl_exec($curl);
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $body === false ? null : json_decode($body, true), $patience];
}

// Whether there are new tokens; nothing is thrown away before that.
function redeem($form) {
    global $tokens, $pause, $at;
    if (microtime(true) < $pause) return false;
    $form += ["client_id" => $at("CLIENT_ID")];
    [$status, $got, $patience] = send($at("ISSUER") . "/token", [CURLOPT_POSTFIELDS => http_build_query($form)]);
    if ($status == 429) $pause = $patience ?: time() + 1;
    if ($status == 400 && ($got["error"] ?? null) == "invalid_grant") return sign_in();
    if ($status != 200 || !isset($got["access_token"])) return $status == 0 && isset($form["code"]) ? sign_in() : false;
    $tokens = $got + ["end" => isset($got["expires_in"]) ? microtime(true) + $got["expires_in"] - 0.2 : INF] + $tokens;
    return true;
}

function sign_in() {
    global $at, $random;
    [$state, $verifier] = [$random(), $random() . $random()];
    $server = stream_socket_server("tcp://127.0.0.1:" . $at("PORT"));
    echo $at("ISSUER"), "/authorize?", http_build_query([
        "response_type" => "code", "client_id" => $at("CLIENT_ID"), "redirect_uri" => $at("REDIRECT_URI"),
        "scope" => $at("SCOPE"), "state" => $state, "code_challenge_method" => "S256", "code_challenge" =>
        rtrim(strtr(base64_encode(hash("sha256", $verifier, true)), "+/", "-_"), "=")]), "\n";
    do {
        $browser = stream_socket_accept($server, 60);
        parse_str(parse_url(explode(" ", fgets($browser))[1], PHP_URL_QUERY) ?? "", $answer);
        fwrite($browser, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nSigned in.");
        fclose($browser);
    } while (($answer["state"] ?? null) != $state);
    fclose($server);
    if (($answer["iss"] ?? null) != $at("ISSUER")) exit("not the issuer's answer\n");
    return redeem(["grant_type" => "authorization_code", "code" => $answer["code"],
        "redirect_uri" => $at("REDIRECT_URI"), "code_verifier" => $verifier]);
}

function refresh() {
    global $tokens;
    return redeem(["grant_type" => "refresh_token", "refresh_token" => $tokens["refresh_token"]]);
}

function get() {
    global $tokens, $at;
    $field = "Authorization: Bearer " . $tokens["access_token"];
    return send($at("API") . "/orders", [CURLOPT_HTTPHEADER => [$field]])[0];
}

function call() {
    global $tokens;
    if (microtime(true) > $tokens["end"] && !refresh()) return "not renewed";
    $status = get();
    return $status == 401 && refresh() ? get() : $status;
}

sign_in();
while (fgets(STDIN)) echo call(), "\n";
