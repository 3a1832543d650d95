#!/usr/bin/python3
"""Show web pages in WebKitGTK for the tests, driven by WebKitWebDriver.

MiniBrowser is at least 447 px wide and keeps nothing between runs. This host is as wide as a phone and keeps
its storage in the directory that is given.
"""
import argparse
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

FEATURES = ("StorageAPI", "StorageAPIEstimate", "MockCaptureDevices")


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--script", required=True)
    parser.add_argument("--problems", required=True)
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--height", type=int, default=844)
    known, _ = parser.parse_known_args()
    return known


def settings():
    made = WebKit2.Settings()
    made.set_enable_media_stream(True)
    made.set_enable_mock_capture_devices(True)
    made.set_enable_page_cache(True)
    made.set_enable_webaudio(True)
    features = WebKit2.Settings.get_all_features()
    for index in range(features.get_length()):
        feature = features.get(index)
        if feature.get_identifier() in FEATURES:
            made.set_feature_enabled(feature, True)
    return made


def main():
    given = read_arguments()
    # Pages hear that less motion is wished for: what moves costs time, and is tested in Chromium.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{given.data}/data", base_cache_directory=f"{given.data}/cache"
    )
    context = WebKit2.WebContext.new_with_website_data_manager(manager)
    context.set_automation_allowed(True)
    with open(given.script, encoding="utf8") as file:
        source = file.read()

    def note(_content, result):
        with open(given.problems, "a", encoding="utf8") as file:
            file.write(result.get_js_value().to_string().replace("\n", " ") + "\n")

    def open_view(*_):
        content = WebKit2.UserContentManager()
        content.connect("script-message-received::problem", note)
        content.register_script_message_handler("problem")
        content.add_script(
            WebKit2.UserScript(
                source,
                WebKit2.UserContentInjectedFrames.TOP_FRAME,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
        view = WebKit2.WebView(
            web_context=context,
            user_content_manager=content,
            settings=settings(),
            is_controlled_by_automation=True,
        )
        window = Gtk.Window()
        window.set_decorated(False)
        window.set_default_size(given.width, given.height)
        window.add(view)
        view.connect("permission-request", lambda _view, request: request.allow() or True)
        view.connect("close", lambda _view: window.destroy())
        window.show_all()
        view.grab_focus()
        # Without a window manager nothing else gives it the focus.
        window.get_window().focus(Gdk.CURRENT_TIME)
        return view

    def begin(_context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("webkit-host")
        info.set_version(1, 0, 0)
        session.set_application_info(info)
        session.connect("create-web-view::tab", open_view)
        session.connect("create-web-view::window", open_view)

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    sys.exit(main())
