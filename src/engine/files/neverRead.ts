/**
 * What is never read, indexed or returned, whoever asks: keys, certificates, credentials and the folders that hold
 * them. One table, one function. Folders are matched at any depth, files by their name, both without regard to case.
 */
import { spaced } from '../text/plain';

const folders = new Set(['.git', '.ssh', '.aws', '.gnupg', '.kube']);

const files: RegExp[] = [
  /^\.env/,
  /\.(pem|key|p12|pfx|crt|der|jks|keystore)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^\.(npmrc|pypirc|netrc)$/,
];

/** Why a path is never read, or undefined when it may be. */
export function whyNeverRead(path: string): string | undefined {
  const segments = path.toLowerCase().split(/[\\/]+/);
  const folder = segments.find((segment) => folders.has(segment));
  if (folder !== undefined) return `The folder ${folder} is never read, because it may hold credentials.`;
  const name = segments.at(-1) ?? '';
  if (files.some((pattern) => pattern.test(name))) {
    return `Files such as ${name} are never read, because they may hold keys or passwords.`;
  }
  return undefined;
}

/** Hidden folders that hold what people ask about. */
const readHiddenFolders = new Set(['.github', '.vscode', '.devcontainer']);

/** Folders of installed packages and caches: not searched unless the path asked for is one of them or lies in one. */
const skippedFolders = new Set(
  spaced(`node_modules bower_components jspm_packages __pycache__ site-packages venv virtualenv Pods DerivedData`),
);

/** True when a folder met on the way down is left out because of its name alone. */
export function isSkippedFolder(name: string): boolean {
  if (name.startsWith('.')) return !readHiddenFolders.has(name);
  return skippedFolders.has(name);
}
