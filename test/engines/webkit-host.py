#!/usr/bin/python3
"""Show web pages in WebKitGTK for the tests, driven by WebKitWebDriver.

MiniBrowser is at least 447 px wide and keeps nothing between runs. This host is as wide as a phone and keeps
its storage in the given directory.
"""
import argparse
import http.server
import os
import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

FEATURES = ("StorageAPI", "StorageAPIEstimate", "MockCaptureDevices")


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--script", required=True)
    parser.add_argument("--problems", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--storage-mb", type=int, default=0)
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


def storage_limit(given):
    # The limit is a share of the volume.
    if given.storage_mb == 0:
        return {}
    os.makedirs(given.data, exist_ok=True)
    volume = os.statvfs(given.data)
    ratio = given.storage_mb * 2**20 / (volume.f_blocks * volume.f_frsize)
    return {"origin_storage_ratio": ratio, "total_storage_ratio": ratio}


VIEWS = []


class Evaluator(http.server.BaseHTTPRequestHandler):
    """Run a function's body in the newest page and return its result as JSON.

    WebKit ends the driver's session together with its network process, but not the page.
    """

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("utf8")
        done = threading.Event()
        answer = []

        def finish(view, result):
            try:
                value = view.call_async_javascript_function_finish(result)
                answer[:] = [200, value.to_json(0) or "null"]
            except GLib.Error as error:
                answer[:] = [500, error.message]
            done.set()

        def begin():
            VIEWS[-1].call_async_javascript_function(body, -1, None, None, None, None, finish)

        GLib.idle_add(begin)
        if not done.wait(20):
            answer[:] = [500, "The page did not answer."]
        self.send_response(answer[0])
        self.end_headers()
        self.wfile.write(answer[1].encode("utf8"))

    def log_message(self, *_):
        pass


def main():
    given = read_arguments()
    # Pages get prefers-reduced-motion: animations take time and are tested in Chromium.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{given.data}/data",
        base_cache_directory=f"{given.data}/cache",
        **storage_limit(given),
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
        VIEWS.append(view)
        window.show_all()
        view.grab_focus()
        # Without a window manager, the window wouldn't get the focus.
        window.get_window().focus(Gdk.CURRENT_TIME)
        return view

    def begin(_context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("webkit-host")
        info.set_version(1, 0, 0)
        session.set_application_info(info)
        session.connect("create-web-view::tab", open_view)
        session.connect("create-web-view::window", open_view)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", given.port), Evaluator)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    sys.exit(main())
