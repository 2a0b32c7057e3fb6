#!/usr/bin/python3
"""A window of WebKitGTK with the width of a phone, which WebKitWebDriver starts and steers (docs/decisions/0162).

    window.py [--without=FEATURE ...] [--before=SCRIPT] [--input-method]

MiniBrowser is never narrower than 450 px, and knows neither of these: a feature of WebKit, by its identifier, that older Safaris lack,
a script that runs before those of every page, and an input method that takes small letters as kana under way, of which Enter makes the word.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 375, 667
WORDS = {"nuno": "布", "kinchaku": "巾着"}


class Conversion(WebKit2.InputMethodContext):
    """What is typed is under way until Enter, which belongs to the conversion and not to the page."""

    def __init__(self):
        super().__init__()
        self.typed = ""

    def do_get_preedit(self):
        return self.typed, [], len(self.typed)

    def do_filter_key_event(self, event):
        if event.type != Gdk.EventType.KEY_PRESS:
            return False
        sign = chr(Gdk.keyval_to_unicode(event.keyval) or 0)
        if sign.isascii() and sign.islower():
            if self.typed == "":
                self.emit("preedit-started")
            self.typed += sign
            self.emit("preedit-changed")
            return True
        if event.keyval == Gdk.KEY_Return and self.typed != "":
            word = WORDS.get(self.typed, self.typed)
            self.typed = ""
            self.emit("committed", word)
            self.emit("preedit-finished")
            return True
        return False


def without(features):
    """Settings with these features off; ends the program where WebKit knows one of them no more."""
    settings = WebKit2.Settings()
    known = WebKit2.Settings.get_all_features()
    by_name = {known.get(at).get_identifier(): known.get(at) for at in range(known.get_length())}
    for name in features:
        if name not in by_name:
            sys.exit(f"WebKit has no feature {name}")
        settings.set_feature_enabled(by_name[name], False)
    return settings


def view_of(settings, scripts):
    view = WebKit2.WebView(is_controlled_by_automation=True, settings=settings)
    for script in scripts:
        view.get_user_content_manager().add_script(
            WebKit2.UserScript(
                script,
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
            )
        )
    if "--input-method" in sys.argv:
        view.set_input_method_context(Conversion())
    window = Gtk.Window()
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    return view


def given(name):
    """What stands behind this option, each time that it is there."""
    return [word.removeprefix(f"{name}=") for word in sys.argv if word.startswith(f"{name}=")]


settings = without(given("--without"))
context = WebKit2.WebContext.get_default()
context.set_automation_allowed(True)
context.connect(
    "automation-started",
    lambda _, session: session.connect(
        "create-web-view", lambda _: view_of(settings, given("--before"))
    ),
)
Gtk.main()
