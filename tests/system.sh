#!/usr/bin/env bash
# What the tests need and pip cannot install: a Chromium that draws pages, a Firefox for studio, the fonts of
# tests/pictures (each by its name: another font for 中文 draws other pictures), a PostgreSQL server for studio's store,
# the shells whose completion is tried; and, by npm, the engine of pa11y.
# Installs Debian's packages where it may, uses what it finds elsewhere, and says what to do where there is neither.
set -euo pipefail

has_chromium() {
    [ -x "${WEFT_CHROMIUM:-}" ] || [ -x /usr/lib/chromium/chromium-headless-shell ] || [ -x /usr/lib/chromium/chromium ] ||
        command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null
}

has_firefox() {
    [ -x "${WEFT_FIREFOX:-}" ] || command -v firefox-esr firefox >/dev/null
}

has_font() {
    command -v fc-list >/dev/null && [ -n "$(fc-list "$1" | head -n 1)" ]
}

has_postgres() {
    command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

missing=()
has_chromium || missing+=(chromium-headless-shell)
has_firefox || missing+=(firefox-esr)
has_font 'DejaVu Sans' || missing+=(fontconfig fonts-dejavu-core)
has_font 'Droid Sans Fallback' || missing+=(fontconfig fonts-droid-fallback)
has_postgres || missing+=(postgresql)
for shell in zsh fish; do
    command -v "$shell" >/dev/null || missing+=("$shell")
done
command -v npm >/dev/null || missing+=(npm)

if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
        echo "the tests need ${missing[*]}: install them as root (Debian: apt-get install ${missing[*]}), then make test again;" >&2
        echo "browsers at other places are named by WEFT_CHROMIUM=/path/to/chrome and WEFT_FIREFOX=/path/to/firefox" >&2
        exit 1
    fi
    echo "installing ${missing[*]} …"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
fi

# The engine of pa11y, by its lock.
cd "$(dirname "$0")/pa11y"
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
    echo "installing HTML_CodeSniffer …"
    npm ci --silent --ignore-scripts --no-audit --no-fund
fi
