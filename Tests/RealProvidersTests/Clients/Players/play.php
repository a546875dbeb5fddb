<?php
// Plays a story with curl: see README.md.

function handle(string $method, string $url, string ...$parts): CurlHandle
{
    $fields = ['query' => [], 'header' => [], 'form' => [], 'body' => [], 'basic' => []];
    foreach (array_chunk($parts, 3) as [$place, $name, $value]) {
        $fields[$place][$name] = $value;
    }
    $headers = [];
    foreach ($fields['header'] as $name => $value) {
        $headers[] = "$name: $value";
    }
    $handle = curl_init($url . ($fields['query'] ? '?' . http_build_query($fields['query']) : ''));
    if ($fields['form']) {
        curl_setopt($handle, CURLOPT_POSTFIELDS, http_build_query($fields['form']));
    }
    foreach ($fields['body'] as $kind => $text) {
        $headers[] = "Content-Type: $kind";
        curl_setopt($handle, CURLOPT_POSTFIELDS, $text);
    }
    foreach ($fields['basic'] as $name => $value) {
        curl_setopt($handle, CURLOPT_USERPWD, "$name:$value");
    }
    curl_setopt_array($handle, [
        CURLOPT_CUSTOMREQUEST => $method, CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true,
    ]);
    return $handle;
}

function send(string ...$words): array
{
    $handle = handle(...$words);
    $members = json_decode(curl_exec($handle) ?: '', true);
    return ['status' => curl_getinfo($handle, CURLINFO_RESPONSE_CODE)] + (is_array($members) ? $members : []);
}

function together(string $count, string ...$words): void
{
    $all = curl_multi_init();
    for ($i = 0; $i < $count; $i++) {
        curl_multi_add_handle($all, handle(...$words));
    }
    do {
        curl_multi_exec($all, $running);
        curl_multi_select($all);
    } while ($running);
}

function browse(string $url, string ...$parts): array
{
    $query = http_build_query(array_column(array_chunk($parts, 3), 2, 1));
    $command = [getenv('PYTHON'), __DIR__ . '/../person.py', "$url?$query", 'http://127.0.0.1:9/callback'];
    $back = shell_exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>/dev/null');
    parse_str(parse_url(trim((string) $back), PHP_URL_QUERY) ?? '', $answer);
    return $answer;
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function control(string $url, string $body): void
{
    $handle = handle('POST', $url);
    curl_setopt_array($handle, [CURLOPT_POSTFIELDS => $body, CURLOPT_PROXY => '', CURLOPT_FAILONERROR => true]);
    if (curl_exec($handle) === false) {
        exit(1);
    }
}

function play(array $known, string $step, string ...$words): array
{
    return match ($step) {
        'set' => [$words[0] => $words[1]],
        'random' => [$words[0] => base64url(random_bytes(32))],
        'hash' => [$words[0] => base64url(hash('sha256', $words[1], true))],
        'pause' => usleep($words[0] * 1000) ?? [],
        'control' => control(...$words) ?? [],
        'together' => together(...$words) ?? [],
        'browse' => browse(...$words),
        'send' => send(...$words),
        'when' => $known['status'] == $words[0] ? play($known, ...array_slice($words, 1)) : [],
    };
}

$known = [];
foreach (json_decode($argv[1], true) as $words) {
    $fill = fn ($word) => preg_replace_callback('/\$(\w+)/', fn ($match) => (string) ($known[$match[1]] ?? ''), $word);
    $known = play($known, ...array_map($fill, $words)) + $known;
}
