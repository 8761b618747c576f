#!/usr/bin/env bash
# What the tests need and pip cannot install: a Chromium that draws pages, a PostgreSQL server for studio's store, the
# shells whose completion is tried.
# Installs Debian's packages where it may, uses what it finds elsewhere, and says what to do where there is neither.
set -euo pipefail

has_chromium() {
    [ -x "${WEFT_CHROMIUM:-}" ] || [ -x /usr/lib/chromium/chromium-headless-shell ] || [ -x /usr/lib/chromium/chromium ] ||
        command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null
}

has_postgres() {
    command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

missing=()
has_chromium || missing+=(chromium-headless-shell fonts-dejavu-core)
has_postgres || missing+=(postgresql)
for shell in zsh fish; do
    command -v "$shell" >/dev/null || missing+=("$shell")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
    echo "the tests need ${missing[*]}: install them as root (Debian: apt-get install ${missing[*]}), then make test again;" >&2
    echo "a Chromium at another place is named by WEFT_CHROMIUM=/path/to/chrome" >&2
    exit 1
fi
echo "installing ${missing[*]} …"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
