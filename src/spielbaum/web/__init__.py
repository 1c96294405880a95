"""The pages in the browser and the interface they use; needs the extra `web`.

`spielbaum.web.app.create_app()` makes the application. The server keeps no games: the address of a page
says everything, so it can be reloaded, shared and opened twice.
"""
