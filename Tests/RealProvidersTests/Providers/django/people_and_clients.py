"""One person, and a client of each kind that the suite uses."""
import os

import django

django.setup()

from django.contrib.auth.models import User
from oauth2_provider.models import Application

User.objects.create_user("alice", "alice@example.org", "wonderland")
code = Application.GRANT_AUTHORIZATION_CODE
redirect_uris = f"http://127.0.0.1/callback {os.environ['PROJECT_AGENT']}"
common = {"redirect_uris": redirect_uris, "algorithm": Application.RS256_ALGORITHM}
for client_id, client_type, grant, secret in [
    ("console", Application.CLIENT_PUBLIC, code, ""),
    ("doctor", Application.CLIENT_PUBLIC, code, ""),
    ("console-confidential", Application.CLIENT_CONFIDENTIAL, code, "a secret: of + & = % and more"),
    ("agent", Application.CLIENT_CONFIDENTIAL, code, "console-secret"),
    ("console-device", Application.CLIENT_PUBLIC, Application.GRANT_DEVICE_CODE, ""),
    ("gateway", Application.CLIENT_CONFIDENTIAL, Application.GRANT_CLIENT_CREDENTIALS, "gateway-secret"),
]:
    Application.objects.create(
        client_id=client_id,
        client_type=client_type,
        authorization_grant_type=grant,
        client_secret=secret,
        name=client_id,
        **common,
    )
