"""Opens a page of an Apache that signs people in, again and again, and signs out: REDIRECT_URI."""

import sys
import time
import urllib.parse

import requests
from person import visit

redirect_uri = sys.argv[1]
page = urllib.parse.urljoin(redirect_uri, "/")
browser = requests.Session()
for _ in range(200):
    try:
        requests.Session().get(page, allow_redirects=False)
        break
    except requests.ConnectionError:
        time.sleep(0.05)
print(visit(page, browser=browser))
for _ in range(3):
    time.sleep(1.1)
    print(browser.get(page, allow_redirects=False).status_code)
print(browser.get(redirect_uri, params={"logout": page}, allow_redirects=False).status_code)
