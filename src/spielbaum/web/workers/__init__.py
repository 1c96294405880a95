"""Processes that work for the server, and the queues before them."""
