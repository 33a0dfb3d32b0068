#!/bin/sh
# Installs a real VS Code (code-server) and a real browser from the npm registry and Debian's packages alone.
# Safe to run again: what is there is left alone.
#
#   setup.sh [--no-browser] [--quiet]
#   --quiet            says what is being installed, and nothing when all is there
#   VSCODE_RIG_CACHE   where it goes (default .vscode-test/rig below the current folder)
#   VSCODE_RIG_NO_APT  set to 1 where the system packages are taken care of elsewhere
#
# Exit code 3: not possible on this machine; the last line on standard error says what is missing.
set -eu

NODE_VERSION=24.21.0        # the major version is what code-server asks for in its engines field
CODE_SERVER_VERSION=4.139.1 # holds VS Code 1.139.1
BUILD_PACKAGES="build-essential python3 pkg-config libkrb5-dev"
BROWSER_PACKAGES="chromium fonts-dejavu-core"

with_browser=yes
quiet=
for option in "$@"; do
  case $option in
    --no-browser) with_browser= ;;
    --quiet) quiet=yes ;;
  esac
done
began=$(date +%s)
say() { printf '[rig %3ss] %s\n' "$(($(date +%s) - began))" "$*"; }
cannot() {
  echo "The editor of the rig cannot be set up here: $*" >&2
  exit 3
}
# Minutes of silence look like a program that hangs.
while_it_runs() { # while_it_runs COMMAND...
  (while sleep 20 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do say "  still at it"; done) &
  ticking=$!
  "$@" && status=0 || status=$?
  kill $ticking 2>/dev/null || true
  wait $ticking 2>/dev/null || true
  return $status
}
has() { command -v "$1" >/dev/null 2>&1; }

[ "$(uname -s)" = Linux ] || cannot "it needs Linux."
case $(uname -m) in
  x86_64) arch=x64 ;;
  aarch64) arch=arm64 ;;
  *) cannot "no Node package is known for $(uname -m)." ;;
esac
cache=${VSCODE_RIG_CACHE:-.vscode-test/rig}
mkdir -p "$cache/bin"
cache=$(cd "$cache" && pwd)
case $cache in
  *[[:space:]]*) cannot "native modules do not compile below a path with spaces; set VSCODE_RIG_CACHE to another folder." ;;
esac

# ---- system packages
browser=${VSCODE_RIG_CHROMIUM:-}
for name in chromium chromium-browser google-chrome; do
  [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
if ! has dpkg-query || ! has apt-get || [ "${VSCODE_RIG_NO_APT:-}" = 1 ]; then
  for tool in c++ make python3 krb5-config; do
    has "$tool" || cannot "$tool is missing, and only Debian-like systems are helped to it."
  done
  [ -z "$with_browser" ] || [ -n "$browser" ] || cannot "chromium is missing."
else
  packages=$BUILD_PACKAGES
  # Any browser of the family will do; fonts alone are no reason to install.
  [ -z "$with_browser" ] || [ -n "$browser" ] || packages="$packages $BROWSER_PACKAGES"
  missing=
  for p in $packages; do
    dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q '^install ok installed' || missing="$missing $p"
  done
  if [ -n "$missing" ]; then
    sudo=
    if [ "$(id -u)" != 0 ]; then
      has sudo || cannot "the system packages$missing are missing, and neither root nor sudo is there to install them."
      [ -t 0 ] || sudo -n true 2>/dev/null || cannot "the system packages$missing are missing, and sudo asks for a password."
      sudo=sudo
    fi
    say "installing system packages:$missing"
    # shellcheck disable=SC2086
    $sudo apt-get update -qq >"$cache/apt.log" 2>&1 && $sudo env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $missing >>"$cache/apt.log" 2>&1 || {
      tail -n 20 "$cache/apt.log"
      cannot "apt-get could not install$missing."
    }
  fi
fi

done_before() { [ "$(cat "$cache/.done-$1" 2>/dev/null)" = "$2" ]; }
done_now() { printf '%s' "$2" >"$cache/.done-$1"; }
reach_registry() { # an installation without a network would try for minutes
  asked=$(npm ping --fetch-retries=0 --fetch-timeout=8000 2>&1) && return
  reason=$(printf '%s\n' "$asked" | sed -n 's/^npm .* code \([A-Z_][A-Z0-9_]*\).*/\1/p' | head -n 1)
  case $reason in E[0-9]*) return ;; esac # an answer, if another
  cannot "npm's registry $(npm config get registry) does not answer (${reason:-no answer}), and the editor comes from there. Connect to the network and run this again."
}
npm_add() { # npm_add LOG PACKAGE... (in the current folder)
  log=$1
  shift
  npm install --no-audit --no-fund --no-package-lock --fetch-retries=5 --loglevel=warn "$@" >"$log" 2>&1 || {
    tail -n 40 "$log"
    return 1
  }
}

# Below `npm test`, the outer npm describes itself and its node to every npm further in; here another node counts.
unset npm_config_user_agent npm_config_local_prefix npm_node_execpath npm_execpath NODE

# ---- node, as an npm package: the binary and the headers are inside it, no install script runs
node_home=$cache/node/node_modules/node-linux-$arch
if ! done_before node "$NODE_VERSION"; then
  reach_registry
  say "installing node $NODE_VERSION for the editor"
  rm -rf "$cache/node"
  mkdir -p "$cache/node"
  (cd "$cache/node" && echo '{"private":true}' >package.json && npm_add "$cache/node.log" --ignore-scripts "node-linux-$arch@$NODE_VERSION")
  ln -sfn "../node/node_modules/node-linux-$arch/bin/node" "$cache/bin/node"
  done_now node "$NODE_VERSION"
fi
PATH=$cache/bin:$PATH # npm itself must run on that node: code-server's install script asks it
export PATH
[ "$(node -p process.versions.node 2>/dev/null)" = "$NODE_VERSION" ] || cannot "node $NODE_VERSION does not run (a system without glibc?)."

# ---- code-server: its native modules are compiled here, against the headers of that same node
if ! done_before code-server "$CODE_SERVER_VERSION+$NODE_VERSION"; then
  reach_registry
  say "installing code-server $CODE_SERVER_VERSION (compiles native modules: two to four minutes)"
  rm -rf "$cache/code-server"
  mkdir -p "$cache/code-server"
  (
    cd "$cache/code-server"
    echo '{"private":true,"allowScripts":{"code-server":true,"argon2":true}}' >package.json
    npm_config_nodedir=$node_home JOBS=$(nproc) \
      while_it_runs npm_add "$cache/code-server.log" --ignore-scripts=false --foreground-scripts "code-server@$CODE_SERVER_VERSION"
  )
  done_now code-server "$CODE_SERVER_VERSION+$NODE_VERSION"
fi

# ---- does it all start?
vs=$cache/code-server/node_modules/code-server
(
  cd "$vs/lib/vscode"
  node -e 'for (const m of ["node-pty", "@vscode/spdlog", "@parcel/watcher", "@vscode/native-watchdog", "kerberos"]) require(m)'
)
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
echo 'auth: none' >"$empty/config.yaml"
version=$(node "$vs/out/node/entry.js" --config "$empty/config.yaml" --user-data-dir "$empty" --version | tail -n 1)
[ -n "$quiet" ] || say "code-server $version"
if [ -n "$with_browser" ]; then
  [ -n "$browser" ] || browser=chromium
  version=$("$browser" --version 2>/dev/null) || cannot "$browser does not start."
  [ -n "$quiet" ] || say "$version"
fi
