# A private authority, and certificates of it: for this machine's loopback names, and for a client; and a client's keys.

make_certificates() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=A private authority" \
        -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" \
        -keyout "$work/server.key" -out "$work/server.csr" 2>/dev/null
    openssl x509 -req -days 2 -in "$work/server.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial \
        -extfile <(echo "subjectAltName=DNS:localhost,DNS:id.localhost,IP:127.0.0.1") -out "$work/server.pem" 2>/dev/null
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=console" \
        -keyout "$work/client.key" -out "$work/client.csr" 2>/dev/null
    openssl x509 -req -days 2 -in "$work/client.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial \
        -extfile <(echo "subjectAltName=DNS:console.example.org") -out "$work/client.pem" 2>/dev/null
}

# Keys by which a client signs who it is.
make_signing_keys() {
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/ES256.key" 2>/dev/null
    openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/RS256.key" 2>/dev/null
    for algorithm in ES256 RS256; do
        openssl pkey -in "$work/$algorithm.key" -pubout -out "$work/$algorithm.pem"
    done
}
