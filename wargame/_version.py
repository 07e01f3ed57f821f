"""The one place that says which version this is; the build reads it from here."""

__version__ = "0.1.0"
