"""Asking another program: processes, random questions, shrinking, reports."""
