"""Pictures of a program in real terminals, on a private X server. Not part of CI: run it, look at them all.

    python tests/terminals/pictures.py OUT -- ginrummy --lang ne
    python tests/terminals/pictures.py OUT --terminals foot,kitty --keys "l ; Return" --size 110x34 -- COMMAND

For each terminal a picture OUT/TERMINAL.png is taken when the window has stood still. `--keys` are xdotool
key names, pressed one by one; at each `;` and at the end another picture is taken (OUT/TERMINAL-2.png and
so on). Ends only what it has started.

Debian packages: xvfb x11-utils x11-apps xdotool imagemagick dbus-x11 libgl1-mesa-dri tmux weston xterm
kitty alacritty xfce4-terminal rxvt-unicode konsole foot fonts-dejavu fonts-noto-core fonts-noto-mono
fonts-lohit-deva
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FONT = "DejaVu Sans Mono"


@dataclass(frozen=True)
class Window:
    """What every terminal is told."""

    command: Sequence[str]
    columns: int
    rows: int
    points: int

    @property
    def geometry(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def quoted(self) -> str:
        """The command as one word for a shell."""
        return shlex.join(self.command)


def _xterm(w: Window) -> list[str]:
    return [
        "xterm",
        "-u8",
        "-fa",
        FONT,
        "-fs",
        str(w.points),
        "-geometry",
        f"{w.geometry}+0+0",
        "-e",
        *w.command,
    ]


def _vte(w: Window) -> list[str]:
    return [
        *("dbus-run-session", "--", "xfce4-terminal", "--disable-server", f"--font={FONT} {w.points}"),
        *(f"--geometry={w.geometry}+0+0", "--hide-menubar", "--hide-scrollbar", "-x", *w.command),
    ]


def _konsole(w: Window) -> list[str]:
    return [
        *("dbus-run-session", "--", "konsole", "--hide-menubar", "--hide-tabbar"),
        *("-p", f"Font={FONT},{w.points},-1,5,50,0,0,0,0,0", "-p", f"TerminalColumns={w.columns}"),
        *("-p", f"TerminalRows={w.rows}", "-p", "ScrollBarPosition=2", "-e", *w.command),
    ]


def _foot(w: Window) -> list[str]:
    size = f"main.initial-window-size-chars={w.geometry}"
    return ["foot", "-o", f"main.font={FONT}:size={w.points}", "-o", size, *w.command]


def _alacritty(w: Window) -> list[str]:
    return [
        *("alacritty", "-o", f"font.normal.family='{FONT}'", "-o", f"font.size={w.points}"),
        *("-o", f"window.dimensions.columns={w.columns}", "-o", f"window.dimensions.lines={w.rows}"),
        *("-e", *w.command),
    ]


def _kitty(w: Window) -> list[str]:
    options = {
        "font_family": FONT, "font_size": w.points, "remember_window_size": "no", "update_check_interval": 0,
        "initial_window_width": f"{w.columns}c", "initial_window_height": f"{w.rows}c",
    }  # fmt: skip
    settings = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return ["kitty", "--config", "NONE", *settings, *w.command]


def _urxvt(w: Window) -> list[str]:
    fonts = (
        f"xft:{FONT}:size={w.points},xft:Lohit Devanagari:size={w.points - 4}"  # wider letters become boxes
    )
    return ["urxvt", "-fn", fonts, "-geometry", f"{w.geometry}+0+0", "-e", *w.command]


def _tmux_in_vte(w: Window) -> list[str]:
    name = f"pictures-{os.getpid()}"
    tmux = ["tmux", "-L", name, "-f", "/dev/null", "new-session", w.quoted, ";", "set", "status", "off"]
    return _vte(Window(tmux, w.columns, w.rows, w.points))


TERMINALS: dict[str, Callable[[Window], list[str]]] = {
    "xterm": _xterm,
    "vte": _vte,
    "konsole": _konsole,
    "foot": _foot,
    "alacritty": _alacritty,
    "kitty": _kitty,
    "urxvt": _urxvt,
    "tmux-vte": _tmux_in_vte,
}


class Desktop:
    """A private X server with a home of its own, and everything started on it."""

    def __init__(self, display: str, size: str, folder: Path) -> None:
        self.size = size
        self.folder = folder
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        foreign = (
            "WAYLAND_DISPLAY",
            "TMUX",
            "STY",
            "TERM_PROGRAM",
            "VTE_VERSION",
            "XTERM_VERSION",
            "NO_COLOR",
        )
        self.env = {key: value for key, value in os.environ.items() if key not in foreign}
        self.env |= {
            "DISPLAY": display, "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime),
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor", "NO_AT_BRIDGE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1", "QT_QPA_PLATFORM": "xcb", "GDK_BACKEND": "x11",
        }  # fmt: skip
        self._bare = 0
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a program in a session of its own; what it says goes to a file in the folder."""
        with (self.folder / f"{Path(command[0]).name}-{len(self._started)}.log").open("wb") as log:
            started = subprocess.Popen(
                command,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._started.append(started)
        return started

    def run(self, *command: str) -> bytes:
        """Run a program to its end; its output."""
        return subprocess.run(command, env=self.env, capture_output=True, check=True, timeout=20).stdout

    def open(self) -> None:
        """Start the X server and wait until it answers. Raises TimeoutError."""
        self.start(["Xvfb", self.env["DISPLAY"], "-screen", "0", f"{self.size}x24", "-noreset"])
        self.wait(lambda: subprocess.run(["xdpyinfo"], env=self.env, capture_output=True).returncode == 0)
        self._bare = len(self._seen())

    def open_wayland(self) -> None:
        """Start a Wayland compositor in a window of the X server, for terminals that need one."""
        width, height = self.size.split("x")
        config = self.folder / "weston.ini"
        config.write_text("[shell]\npanel-position=none\nbackground-color=0xff000000\n", "utf-8")
        fixed = ("--backend=x11-backend.so", "--socket=pictures", "--idle-time=0")
        self.start(["weston", *fixed, f"--config={config}", f"--width={width}", f"--height={height}"])
        self.wait(lambda: Path(self.env["XDG_RUNTIME_DIR"], "pictures").exists())
        self.env["WAYLAND_DISPLAY"] = "pictures"

    def wait(self, ready: Callable[[], bool], limit: float = 20.0) -> None:
        """Wait until `ready()`. Raises TimeoutError."""
        end = time.monotonic() + limit
        while not ready():
            if time.monotonic() > end:
                raise TimeoutError("the desktop did not come up")
            time.sleep(0.1)

    def still(self, for_seconds: float, limit: float) -> None:
        """Wait until something is drawn and has not changed for a while, or `limit` is over."""
        end = time.monotonic() + limit
        last, since = b"", time.monotonic()
        while time.monotonic() < end:
            seen = self._seen()
            if seen != last or len(seen) < self._bare + 3000:
                last, since = seen, time.monotonic()
            elif time.monotonic() - since >= for_seconds:
                return
            time.sleep(0.1)

    def _seen(self) -> bytes:
        """The whole screen, packed: an empty window makes it little longer than the bare desktop."""
        return zlib.compress(self.run("xwd", "-root", "-silent"), 1)

    def picture(self, target: Path) -> None:
        """Save what the screen shows, without the bare background around the window."""
        self.run("import", "-window", "root", "-trim", "+repage", str(target))

    def close(self) -> None:
        """End everything that was started, last first."""
        for started in reversed(self._started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGTERM)
            try:
                started.wait(3)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, signal.SIGKILL)
                started.wait()


@contextlib.contextmanager
def desktop(display: str, size: str) -> Iterator[Desktop]:
    """A desktop for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="pictures-", ignore_cleanup_errors=True) as folder:
        made = Desktop(display, size, Path(folder))
        try:
            made.open()
            yield made
        finally:
            made.close()


def shoot(terminal: str, window: Window, keys: str, out: Path, options: argparse.Namespace) -> None:
    """Take the pictures of one terminal."""
    with desktop(options.display, options.desktop) as screen:
        if terminal == "foot":
            screen.open_wayland()
        screen.start(TERMINALS[terminal](window))
        screen.run("xdotool", "mousemove", "3", "3")  # the keys go to the window under the pointer
        screen.still(options.still, options.limit)
        screen.picture(out / f"{terminal}.png")
        for number, group in enumerate(keys.split(";") if keys else (), 2):
            for key in group.split():
                screen.run("xdotool", "key", key)
                screen.still(0.3, 3.0)
            screen.still(options.still, options.limit)
            screen.picture(out / f"{terminal}-{number}.png")
        if terminal.startswith("tmux"):
            subprocess.run(
                ["tmux", "-L", f"pictures-{os.getpid()}", "kill-server"], capture_output=True, check=False
            )


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("out", type=Path, help="folder for the pictures")
    arguments.add_argument("--terminals", default=",".join(TERMINALS), help="names, with commas (all)")
    arguments.add_argument("--keys", default="", help='xdotool key names; ";" takes a picture')
    arguments.add_argument("--size", default="80x24", help="columns x rows of the window (80x24)")
    arguments.add_argument("--points", type=int, default=13, help="size of the letters (13)")
    arguments.add_argument("--desktop", default="1300x900", help="size of the desktop in pixels")
    arguments.add_argument("--display", default=":87", help="the X display to make")
    arguments.add_argument("--still", type=float, default=2.5, help="seconds without change before a picture")
    arguments.add_argument("--limit", type=float, default=15.0, help="seconds to wait for that")
    arguments.add_argument("command", nargs="+", help="after --, the program and its arguments")
    options = arguments.parse_args()
    columns, rows = map(int, options.size.split("x"))
    options.out.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    failed = 0
    for terminal in options.terminals.split(","):
        try:
            shoot(
                terminal,
                Window(options.command, columns, rows, options.points),
                options.keys,
                options.out,
                options,
            )
            print(f"{terminal}: done")
        except (OSError, subprocess.SubprocessError, KeyError) as error:
            failed += 1
            print(f"{terminal}: {error!r} {getattr(error, 'stderr', '')}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
