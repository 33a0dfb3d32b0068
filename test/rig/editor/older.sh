#!/bin/sh
# An older editor beside the rig's: `older.sh VERSION…` (versions of npm's `code-server`) makes .vscode-test/older/VERSION,
# which VSCODE_RIG_CACHE then names. No install script runs: the native modules and ripgrep are the rig's own, by an interface
# that Node keeps stable; set that up first.
set -eu

rig=$(cd "${VSCODE_RIG_CACHE:-.vscode-test/rig}" && pwd)
home=$(cd "$(dirname "$rig")" && pwd)/older
modules=code-server/node_modules/code-server/lib/vscode/node_modules
arch=$(basename "$rig"/node/node_modules/node-linux-*)
arch=${arch#node-}
PATH=$rig/bin:$PATH
export PATH
unset npm_config_user_agent npm_config_local_prefix npm_node_execpath npm_execpath NODE

add() { npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error "$@"; }
# What came from a git repository is taken from the registry, in the version that the rig's editor has.
from_registry() { # from_registry MODULES (in the current folder)
  node - "$1" <<'SCRIPT'
const fs = require('node:fs');
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const [manifest, lock] = ['package.json', 'npm-shrinkwrap.json'].map(read);
const renamed = { '@vscode/watcher': '@parcel/watcher' };
for (const [name, wanted] of Object.entries(manifest.dependencies)) {
  if (!/^(?:git|https?:|[\w-]+\/)/.test(wanted)) continue;
  const now = renamed[name] ?? name;
  const { version } = read(`${process.argv[2]}/${now}/package.json`);
  manifest.dependencies[name] = `npm:${now}@${version}`;
  lock.packages[''].dependencies[name] = manifest.dependencies[name];
  delete lock.packages[`node_modules/${name}`];
}
fs.writeFileSync('package.json', JSON.stringify(manifest));
fs.writeFileSync('npm-shrinkwrap.json', JSON.stringify(lock));
SCRIPT
}
own() { [ -e "$1/$2" ] && [ ! -e "$1/$3" ]; } # own FOLDER THERE MISSING

for version in "$@"; do
  editor=$home/$version
  [ "$(cat "$editor/.done" 2>/dev/null)" != "$version" ] || continue
  rm -rf "$editor"
  mkdir -p "$editor/code-server" "$editor/bin"
  (cd "$editor/code-server" && echo '{"private":true}' >package.json && add --no-package-lock "code-server@$version")
  # Hosts lose their connection on a Node that their editor was not made for.
  major=$(node -p "require('$editor/code-server/node_modules/code-server/package.json').engines.node")
  program=$home/node$major/node_modules/node-$arch/bin/node
  if [ ! -x "$program" ]; then
    mkdir -p "$home/node$major"
    (cd "$home/node$major" && echo '{"private":true}' >package.json && add --no-package-lock "node-$arch@$major")
  fi
  ln -sfn "$program" "$editor/bin/node"
  (cd "$editor/code-server/node_modules/code-server/lib/vscode" && from_registry "$rig/$modules" && add && cd extensions && add)
  to=$editor/$modules
  for name in @vscode/spdlog @vscode/native-watchdog @vscode/sqlite3 kerberos; do
    if own "$to/$name" package.json build; then cp -R "$rig/$modules/$name/build" "$to/$name/build"; fi
  done
  if own "$to/node-pty" package.json "prebuilds/$arch"; then
    mkdir -p "$to/node-pty/build"
    cp -R "$rig/$modules/node-pty/prebuilds/$arch" "$to/node-pty/build/Release"
  fi
  if own "$to/@vscode/ripgrep" package.json bin; then
    mkdir "$to/@vscode/ripgrep/bin"
    cp "$rig/$modules/@vscode/ripgrep-universal/bin/$arch/rg" "$to/@vscode/ripgrep/bin/rg"
  fi
  # Hashes passwords, which the rig's editor has none of; loaded all the same.
  if own "$editor/code-server/node_modules/argon2" package.json prebuilds; then
    rm -rf "$editor/code-server/node_modules/argon2"
    cp -R "$rig/code-server/node_modules/argon2" "$editor/code-server/node_modules/argon2"
  fi
  ln -sfn node_modules "$to/../node_modules.asar"
  printf '%s' "$version" >"$editor/.done"
done
