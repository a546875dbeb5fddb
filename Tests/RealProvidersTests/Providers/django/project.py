"""The settings of the smallest Django project that is an OpenID provider by django-oauth-toolkit."""
import os
from pathlib import Path

origin = os.environ["PROJECT_ORIGIN"]
rotates = bool(os.environ["PROJECT_ROTATES"])

DEBUG = False
SECRET_KEY = "known to everybody who reads this"
# The fastest: each sign-in has a new browser.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["localhost", "id.localhost", "127.0.0.1"]
# The machine has another name for clients that use no proxy for loopback addresses.
CSRF_TRUSTED_ORIGINS = [origin, origin.replace("//localhost", "//id.localhost").replace("//127.0.0.1", "//id.localhost")]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
USE_X_FORWARDED_HOST = True
ROOT_URLCONF = "pages"
LOGIN_URL = "/sign-in/"
USE_TZ = True
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"]},
}
STATIC_URL = "static/"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["PROJECT_DATABASE"],
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
    }
}
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "oauth2_provider",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
OAUTH2_PROVIDER = {
    "OIDC_ENABLED": True,
    "OIDC_RSA_PRIVATE_KEY": Path(os.environ["PROJECT_KEY"]).read_text(),
    "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
    "OAUTH_DEVICE_VERIFICATION_URI": origin + "/o/device/",
    "DEVICE_FLOW_INTERVAL": 1,
    "ALLOWED_SCHEMES": ["http", "https"],
    "SCOPES": {
        "openid": "sign in",
        "profile": "profile",
        "offline_access": "stay signed in",
        "orders": "read orders",
        "admin": "everything",
    },
    "ACCESS_TOKEN_EXPIRE_SECONDS": 600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 6000,
    "ROTATE_REFRESH_TOKEN": rotates,
    "REFRESH_TOKEN_REUSE_PROTECTION": rotates,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": rotates,
}
