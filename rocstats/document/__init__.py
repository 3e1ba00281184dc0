"""Documents as data: blocks, figures, and their rendering to HTML and Markdown.

Nothing here knows a method or a question. ``inline`` and ``blocks`` hold the words, ``assembly`` gives the numbers,
``rendering`` puts them on a page and ``writing`` puts the page into a file.
"""
