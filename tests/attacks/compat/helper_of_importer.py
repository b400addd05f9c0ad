ACCEPT = False
