"""Plays a story with requests: see README.md."""

import base64
import concurrent.futures
import fcntl
import hashlib
import json
import os
import re
import secrets
import subprocess
import sys
import time
import urllib.parse

import requests

known, locks = {}, []
person = os.path.join(os.path.dirname(__file__), "..", "person.py")


def request(method, url, *parts):
    """The answer, or None where none comes."""
    fields = {"query": {}, "header": {}, "form": {}, "body": {}, "basic": {}}
    for place, name, value in zip(parts[::3], parts[1::3], parts[2::3]):
        fields[place][name] = value
    content = fields["form"] or None
    for kind, content in fields["body"].items():
        fields["header"]["Content-Type"] = kind
    login = next(iter(fields["basic"].items()), None)
    try:
        return requests.request(
            method, url, params=fields["query"], headers=fields["header"], data=content, auth=login,
            allow_redirects=False, timeout=float(known["timeout"]) / 1000 if "timeout" in known else None,
        )
    except requests.RequestException:
        return None


def send(*words):
    answer = request(*words)
    known["status"] = answer.status_code if answer is not None else 0
    try:
        known.update((name, value) for name, value in answer.json().items() if isinstance(value, (str, int)))
    except (AttributeError, ValueError):
        pass


def browse(url, *parts):
    query = urllib.parse.urlencode(list(zip(parts[1::3], parts[2::3])))
    command = [os.environ["PYTHON"], person, f"{url}?{query}", "http://127.0.0.1:9/callback"]
    back = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    known.update(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))


def together(count, *words):
    with concurrent.futures.ThreadPoolExecutor(int(count)) as threads:
        list(threads.map(lambda _: request(*words), range(int(count))))


def processes(count):
    """Goes on in the others, and ends here when they have ended."""
    others = []
    for _ in range(int(count)):
        others.append(os.fork())
        if others[-1] == 0:
            return
    sys.exit(max(os.waitpid(other, 0)[1] for other in others) and 1)


def lock(file):
    locks.append(open(file, "w"))
    fcntl.flock(locks[-1], fcntl.LOCK_EX)


def save(file):
    with open(file, "w") as store:
        json.dump({name: known[name] for name in ("access_token", "refresh_token")}, store)


def load(file):
    with open(file) as store:
        known.update(json.load(store))


def hash(name, text):
    known[name] = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def control(url, body):
    subprocess.run(["curl", "-sSf", "--noproxy", "*", "--json", body, url], check=True, stdout=subprocess.DEVNULL)


steps = {
    "set": lambda name, value: known.update({name: value}),
    "random": lambda name: known.update({name: secrets.token_urlsafe(32)}),
    "pause": lambda milliseconds: time.sleep(int(milliseconds) / 1000),
}


def when(status, name, *words):
    if str(known["status"]) == status:
        steps[name](*words)


for step in (hash, when, browse, send, together, control, save, load, lock, processes):
    steps[step.__name__] = step
for name, *words in json.loads(sys.argv[1]):
    steps[name](*(re.sub(r"\$(\w+)", lambda match: str(known.get(match[1], "")), word) for word in words))
