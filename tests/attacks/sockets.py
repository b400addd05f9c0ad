# Ways out of the machine, and to what listens on it.


@attack
def listeners(options):
    """Servers of the driver's."""
    out = []
    host, tcp, udp, path, name = "127.0.0.1", int(options["tcp"]), int(options["udp"]), options["path"], options["name"]
    addresses = {host, "localhost", "0.0.0.0"} | set(options["addresses"].split(":")) - {""}
    for address in addresses:
        if works(lambda: socket.create_connection((address, tcp), 1)):
            out.append("TCP " + address)
        with contextlib.suppress(OSError):
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"here", (address, udp))  # the driver sees whether it came
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as six:
        six.settimeout(1)
        six.connect(("::ffff:127.0.0.1", tcp))
        out.append("TCP over IPv6")
    for address in (path, "\0" + name):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as local:
            local.connect(address)
            out.append("socket " + repr(address))
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as local:
            local.connect(address + ".dgram")
            out.append("datagrams " + repr(address))
    return out


@attack
def services(options):
    """Sockets of the system's services by their usual names, and the world outside."""
    out = []
    for path in ("/run/systemd/journal/socket", "/run/systemd/notify", "/dev/log", "/run/dbus/system_bus_socket", "/run/docker.sock", "/run/udev/control",
                 "/run/containerd/containerd.sock", "/run/user/1000/bus", "/run/user/0/bus", "/run/nscd/socket", "/var/run/docker.sock", "/tmp/.X11-unix/X0"):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, kind) as local:
                local.connect(path)
                out.append(path)
    for address in ("1.1.1.1", "169.254.169.254", "10.0.0.1"):
        with contextlib.suppress(OSError), socket.socket() as far:
            far.settimeout(1)
            far.connect((address, 80))
            out.append(address)
    return out


@attack
def families(options):
    """Every family of sockets but the local ones and those of an empty network."""
    out = []
    harmless = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6}
    for family in range(64):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            made = call("socket", family, kind, 0)
            if made >= 0:
                os.close(made)
                if family not in harmless or kind == socket.SOCK_RAW and family != socket.AF_UNIX:
                    out.append("family %d, kind %d" % (family, kind))
            made = ctypes.create_string_buffer(8)
            if family not in harmless and call("socketpair", family, kind, 0, made) >= 0:
                out.append("pair of family %d" % family)
    for protocol, name in ((132, "SCTP"), (262, "MPTCP"), (136, "UDP-Lite"), (33, "DCCP"), (1, "ping")):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            made = call("socket", socket.AF_INET, kind, protocol)
            if made >= 0 and name != "MPTCP":
                out.append(name)
            if made >= 0:
                os.close(made)
    return sorted(set(out))
