#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py <folder of the site> [--only=REGEX]: looks at every page in headless Chromium.

At 390 pixels wide in light and dark, and at 1280:
  - the console has no error, no file is missing,
  - nothing is wider than the screen (what is long scrolls in a box of its own),
  - code is at least 12 pixels high and has a contrast of 4.5 to 1.
Once for each page: every link inside the site leads to a page, and to a place on it. Last, the search of
the pages and that of the API reference find something, and what they find opens.

Links to other sites are counted, not followed: the check runs without a network.
Ends with 1, and one line for each thing that is wrong.
"""
import functools
import http.server
import pathlib
import re
import sys
import threading
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SCREENS = ((390, "light"), (390, "dark"), (1280, "light"))  # width, colour scheme

# What the page says of itself; run in it.
LOOK = r"""
const wide = [...document.querySelectorAll('body *')].filter(e => {
  const r = e.getBoundingClientRect();
  if (r.width === 0 || r.right <= innerWidth + 1) return false;
  for (let p = e.parentElement; p; p = p.parentElement) {
    const o = getComputedStyle(p);
    if (/(auto|scroll|hidden|clip)/.test(o.overflowX) && p !== document.body &&
        p !== document.documentElement) return false;
    if (o.position === 'fixed') return false;
  }
  return getComputedStyle(e).position !== 'fixed';
}).map(e => e.tagName.toLowerCase() + '.' + String(e.className).split(' ')[0]);
const parts = c => (c.match(/[\d.]+/g) || []).map(Number);
const light = c => {
  const [r, g, b] = parts(c).slice(0, 3).map(v => {
    v /= 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = e => {
  for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor;
    if (parts(c)[3] === undefined ? c !== 'transparent' : parts(c)[3] > 0.5) return c;
  }
  return 'rgb(255, 255, 255)';
};
const code = [];
const looked = new Set();
for (const e of document.querySelectorAll('pre code, pre code span, div.fragment span, div.fragment a')) {
  if (looked.has(e.className + e.parentElement.className)) continue;
  looked.add(e.className + e.parentElement.className);
  const style = getComputedStyle(e), a = light(style.color), b = light(ground(e));
  if (!e.textContent.trim() || style.userSelect === 'none' || e.getBoundingClientRect().width === 0) continue;
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (parseFloat(style.fontSize) < 12) code.push('code of ' + style.fontSize);
  if (contrast < 4.5) code.push(`code "${e.className}" with a contrast of ${contrast.toFixed(1)}`);
}
const root = document.documentElement;
return {wide: root.scrollWidth > innerWidth ? [root.scrollWidth + ' px', ...wide.slice(0, 4)] : [],
        code: [...new Set(code)].slice(0, 3),
        links: [...document.querySelectorAll('a[href], area[href]')].map(a => a.href),
        names: [...document.querySelectorAll('[id], a[name]')].map(e => e.id || e.name)};
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *unused):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options)
    driver.set_page_load_timeout(60)
    return driver


def set_screen(driver, width, scheme):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def console(driver):
    return [entry["message"][:200] for entry in driver.get_log("browser")
            if entry["level"] == "SEVERE"]


class Check:
    def __init__(self, folder, only):
        self.base = serve(folder)
        self.pages = sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*.html")
                            if not re.search(only[1], str(p.relative_to(folder))))
        self.pages = [p for p in self.pages if re.search(only[0], p)]
        self.folder = pathlib.Path(folder)
        self.problems, self.links, self.names = [], {}, {}
        self.elsewhere = set()
        self.driver = browser()

    def wrong(self, page, what):
        self.problems.append(f"{page}: {what}")
        print(f"   {page}: {what}", flush=True)

    def look(self, width, scheme):
        set_screen(self.driver, width, scheme)
        start = time.time()
        for i, page in enumerate(self.pages):
            if time.time() - start > 15:
                start = time.time()
                print(f"   {width} px, {scheme}: page {i} of {len(self.pages)}", flush=True)
            self.driver.get(self.base + page)
            seen = self.driver.execute_script(LOOK)
            where = f"{page} ({width} px, {scheme})"
            for message in console(self.driver):
                self.wrong(where, message)
            if seen["wide"]:
                self.wrong(where, "wider than the screen: " + ", ".join(seen["wide"]))
            for problem in seen["code"]:
                self.wrong(where, problem)
            self.links.setdefault(page, set()).update(seen["links"])
            self.names.setdefault(page, set()).update(seen["names"])

    def follow(self):
        for page, links in self.links.items():
            for link in links:
                url, _, place = link.partition("#")
                if not url.startswith(self.base):
                    if not url.startswith(("javascript:", "mailto:")):
                        self.elsewhere.add(url)
                    continue
                target = urllib.parse.unquote(url[len(self.base):]).partition("?")[0] or "index.html"
                if target.endswith("/"):
                    target += "index.html"
                if not (self.folder / target).is_file():
                    self.wrong(page, f"leads to {target}, which is not there")
                elif place and target in self.names and \
                        urllib.parse.unquote(place) not in self.names[target] | {"top", "__top"}:
                    self.wrong(page, f"leads to #{place} of {target}, which is not there")

    def wait(self, condition, seconds=15):
        end = time.time() + seconds
        while time.time() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.1)
        return None

    def search(self):
        set_screen(self.driver, 1280, "light")
        self.driver.get(self.base + "index.html")
        self.driver.find_element(By.CSS_SELECTOR, "input.md-search__input").send_keys("checksum")
        results = self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "a.md-search-result__link"))
        if not results:
            return self.wrong("search of the pages", "finds nothing for checksum")
        self.driver.get(results[0].get_attribute("href"))
        if "checksum" not in self.driver.find_element(By.TAG_NAME, "body").text.lower():
            self.wrong("search of the pages", "leads to a page without the word")
        self.driver.get(self.base + "reference/index.html")
        field = self.driver.find_element(By.ID, "MSearchField")
        field.click()
        for letter in "decode":  # it looks for what is there at each key
            field.send_keys(letter)
        field.send_keys(Keys.ENTER)
        frame = self.wait(lambda: self.driver.find_elements(By.ID, "MSearchResults"))
        if frame:
            self.driver.switch_to.frame(frame[0])
            results = self.wait(lambda: [e for e in self.driver.find_elements(By.CSS_SELECTOR, "a.SRSymbol")
                                         if e.text.lower().startswith("decode")])
        if not frame or not results:
            return self.wrong("search of the reference", "finds nothing for decode")
        self.driver.switch_to.default_content()
        for message in console(self.driver):
            self.wrong("search", message)

    def run(self):
        for width, scheme in SCREENS:
            self.look(width, scheme)
        self.follow()
        self.search()
        self.driver.quit()
        count = sum(len(links) for links in self.links.values())
        print(f"   {len(self.pages)} pages at {', '.join(f'{w} px {s}' for w, s in SCREENS)}; "
              f"{count} links, {len(self.elsewhere)} of them to other sites; "
              f"{len(self.problems)} problems")
        return 1 if self.problems or not self.pages else 0


def main():
    only = next((a[7:] for a in sys.argv[2:] if a.startswith("--only=")), "")
    # Parts of Doxygen's search and frames, which are no pages.
    sys.exit(Check(sys.argv[1], (only, r"^reference/search/")).run())


if __name__ == "__main__":
    main()
