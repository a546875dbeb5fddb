"""A person with a browser: signs in wherever a provider asks, and comes back with the address that leads to the client."""

import html.parser
import os
import re
import sys
import time
import urllib.parse

import requests

ANSWERS = {"username": "alice", "login": "alice", "password": "wonderland", "sub": "alice"}
CONSENT = [("answer", "accept"), ("allow", "Authorize"), ("action", "accept"), ("decision", "allow"), ("consent", "allow")]


class Forms(html.parser.HTMLParser):
    """The forms of a page."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.forms.append({"action": attributes.get("action") or "", "fields": []})
        elif tag in ("input", "button") and self.forms and attributes.get("name"):
            kind = attributes.get("type", "submit" if tag == "button" else "text")
            self.forms[-1]["fields"].append((attributes["name"], attributes.get("value") or "", kind))


def filled_in(form, answers):
    """The fields to send, or None where the form asks for nothing that the person knows."""
    hidden = {name: value for name, value, kind in form["fields"] if kind == "hidden"}
    typed = {
        name: answers[name] for name, _, kind in form["fields"] if name in answers and kind not in ("hidden", "submit")
    }
    pressed = [(name, value) for name, value, kind in form["fields"] if (name, value) in CONSENT]
    return {**hidden, **typed, **dict(pressed[:1])} if typed or pressed else None


def visit(url, redirect_uri=None, browser=None, **answers):
    """Follows a link, and fills in what is asked, up to the address of the client or to the last page."""
    browser = browser or requests.Session()
    answers = {**ANSWERS, **answers}
    answer = browser.get(url, allow_redirects=False)
    for _ in range(30):
        if answer.is_redirect:
            url = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if redirect_uri and url.startswith(redirect_uri):
                return url
            answer = browser.get(url, allow_redirects=False)
            continue
        filled = [(form, filled_in(form, answers)) for form in Forms(answer.text).forms]
        form, fields = next(((form, fields) for form, fields in filled if fields), (None, None))
        if not form or answer.status_code >= 400:
            break
        target = urllib.parse.urljoin(answer.url, form["action"])
        answer = browser.post(target, fields, allow_redirects=False, headers={"Referer": answer.url})
    if redirect_uri:
        raise SystemExit(f"the person is stuck at {answer.url}: {answer.status_code} {answer.text[:2000]}")
    return answer.url


def end_access_tokens():
    """Has the provider end the person's access tokens, where EXPIRE says how; returns whether it does."""
    if "EXPIRE" not in os.environ:
        return False
    with requests.Session() as aside:
        # Whatever watches the client does not see it.
        aside.trust_env = False
        aside.post(os.environ["EXPIRE"], json={"username": "alice"}).raise_for_status()
    return True


def wait_for_new_token():
    """Waits until the provider's next access token is another one than its last, which may take PAUSE seconds."""
    time.sleep(float(os.environ.get("PAUSE", 0)))


def asked_for(answer):
    """The parameters that an API's challenge asks of the next sign-in (RFC 9470)."""
    challenge = answer.headers.get("WWW-Authenticate", "")
    found = {name: re.search(rf'{name}="?([^",]+)', challenge) for name in ("acr_values", "max_age")}
    return {name: match[1] for name, match in found.items() if match}


if __name__ == "__main__":
    print(visit(*sys.argv[1:3]))
