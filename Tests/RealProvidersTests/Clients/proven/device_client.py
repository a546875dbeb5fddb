"""A device made by hand, which waits as long as it is asked to, refreshes in time, and once more after a 401."""
import json, os, sys, time, urllib.error, urllib.parse, urllib.request


class Device:
    def __init__(self):
        self.paused = 0

    def post(self, path, **form):
        form["client_id"] = os.environ["CLIENT_ID"]
        data = urllib.parse.urlencode(form).encode()
        return json.load(urllib.request.urlopen(os.environ["ISSUER"] + path, data))

    def take(self, tokens):
        self.tokens = {**getattr(self, "tokens", {}), **tokens}
        self.end = time.time() + tokens.get("expires_in", 3600)

    def sign_in(self):
        device = self.post("/device-authorization", scope=os.environ["SCOPE"])
        print("enter", device["user_code"], flush=True)
        pause = device["interval"]
        while True:
            time.sleep(pause)
            try:
                return self.take(self.post("/token", grant_type="urn:ietf:params:oauth:grant-type:device_code",
                                           device_code=device["device_code"]))
            except urllib.error.HTTPError as refusal:
                error = json.load(refusal)["error"]
                pause += 5 if error == "slow_down" else 0
                if error not in ("slow_down", "authorization_pending"):
                    raise

    def refresh(self):
        time.sleep(max(0, self.paused - time.time()))
        try:
            self.take(self.post("/token", grant_type="refresh_token", refresh_token=self.tokens["refresh_token"]))
        except urllib.error.HTTPError as refusal:
            self.paused = time.time() + float(refusal.headers.get("Retry-After", 0))
            if refusal.code != 400:
                raise
            self.sign_in()

    def call(self, again=True):
        if time.time() > self.end - 0.2:
            self.refresh()
        token = {"Authorization": "Bearer " + self.tokens["access_token"]}
        try:
            return urllib.request.urlopen(urllib.request.Request(os.environ["API"] + "/orders", headers=token)).status
        except urllib.error.HTTPError as answer:
            if answer.code != 401 or not again:
                return answer.code
        self.refresh()
        return self.call(again=False)


device = Device()
device.sign_in()
for line in sys.stdin:
    try:
        print(device.call())
    except Exception as error:
        print("failed:", error)
