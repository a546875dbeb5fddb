"""Prints `TARGET yes` or `TARGET no` for each target, as Python's ssl trusts what a proxy shows for it."""
import http.client
import ssl
import sys

port, root, *targets = sys.argv[1:]
context = ssl.create_default_context(cafile=root)
for target in targets:
    connection = http.client.HTTPSConnection("127.0.0.1", int(port), context=context, timeout=60)
    host, _, number = target.rpartition(":")
    connection.set_tunnel(host.strip("[]"), int(number))
    try:
        connection.request("GET", "/")
        print(target, "yes" if connection.getresponse().read() == b"seen" else "?")
    except ssl.SSLCertVerificationError:
        print(target, "no")
    connection.close()
