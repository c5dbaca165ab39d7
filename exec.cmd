@rem npm's scripts begin with the shell's `exec`, which cmd does not know; it runs a file of that name instead.
@%*
