"""Runs a program of this project with the restrictions of a unit of systemd, where no systemd runs: its filter of
system calls, a read-only system but for one folder and a /tmp of its own, processes of others invisible, nobody's user
and no capabilities. The project is at /opt then, and the program is started there.

Usage, as root: as-service.py UNIT PROJECT FOLDER PROGRAM [ARGUMENT...]
"""
import ctypes
import os
import re
import subprocess
import sys

import seccomp

CLONE_NEWNS = 0x20000
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
PR_SET_NO_NEW_PRIVS = 38
NOBODY = 65534

libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), what)


def members(group: str) -> set[str]:
    """The system calls of a group such as @system-service, as systemd lists them."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True)
    names = [line.strip() for line in listed.stdout.splitlines()[1:]]
    return set().union(*(members(name) if name.startswith("@") else {name} for name in names if name and name[0] != "#"))


def permitted(unit: str) -> set[str]:
    """The system calls that the lines SystemCallFilter= of a unit permit, in their order."""
    calls = members("@default")
    for excluded, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", unit, re.MULTILINE):
        named = set().union(*(members(name) if name.startswith("@") else {name} for name in names.split()))
        calls = calls - named if excluded else calls | named
    return calls


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    checked(libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()), target)


def main() -> None:
    unit, project, folder, *program = sys.argv[1:]
    with open(unit, encoding="utf-8") as file:
        calls = permitted(file.read())
    checked(libc.unshare(CLONE_NEWNS), "unshare")
    mount("none", "/", "", MS_REC | MS_PRIVATE)
    mount(folder, folder, "", MS_BIND)
    # nobody may not get to where the project is
    mount(project, "/opt", "", MS_BIND)
    for place in ["/opt", "/"]:
        mount("none", place, "", MS_REMOUNT | MS_BIND | MS_RDONLY)
    mount("tmpfs", "/tmp", "tmpfs", 0, "mode=1777")
    mount("proc", "/proc", "proc", 0, "hidepid=invisible,subset=pid")
    os.chdir("/opt")
    os.umask(0o077)
    os.chown(folder, NOBODY, NOBODY)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    rules = seccomp.SyscallFilter(defaction=seccomp.ERRNO(1))
    for name in sorted(calls):
        # those of other architectures and of later kernels are not known here
        if seccomp.resolve_syscall(seccomp.Arch.NATIVE, name) >= 0:
            rules.add_rule(seccomp.ALLOW, name)
    rules.load()
    os.execv(program[0], program)


main()
