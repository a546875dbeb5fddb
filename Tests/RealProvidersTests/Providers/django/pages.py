"""Where the project's pages and endpoints are; the person signs in by the form that Django's own administration has."""
from django.contrib import admin
from django.contrib.auth.views import LoginView
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("sign-in/", LoginView.as_view(template_name="admin/login.html")),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]
