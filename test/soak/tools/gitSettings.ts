// Every setting that git documents, with values that run a program wherever git takes one.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface Setting {
  /** As git writes it: section, what it is of, key. */
  name: string;
  value: string;
}

/** What a place for a name is filled with; what is not named here stays one word. */
const fillings: Record<string, string[]> = {
  '<cmd>': ['blame', 'log', 'config', 'rev-parse', 'ls-tree', 'cat-file'],
  '<command>': ['blame', 'log'],
  '<format>': ['openpgp', 'ssh', 'x509'],
  '<name>': ['origin', 'trap'],
  '<condition>': ['gitdir:/**', 'onbranch:**'],
  '<url>': ['https://example.org'],
  '<base>': ['https://example.org/', 'file://'],
  '*': ['helper', 'command', 'trap', 'blame', 'log'],
};

/** Documented on pages of their own, or by newer versions of git only. */
const others = [
  ...['core.sshCommand', 'core.fsmonitor', 'core.hooksPath', 'core.alternateRefsCommand', 'core.gitProxy'],
  ...['core.askPass', 'core.editor', 'core.pager', 'core.worktree', 'core.attributesFile', 'credential.helper'],
  ...['diff.<driver>.process', 'filter.<driver>.process', 'filter.<driver>.required', 'merge.<driver>.driver'],
  ...['gpg.program', 'gpg.ssh.defaultKeyCommand', 'gpg.ssh.program', 'gpg.x509.program', 'gpg.openpgp.program'],
  ...[
    'log.showSignature',
    'interactive.diffFilter',
    'sequence.editor',
    'trailer.<token>.command',
    'trailer.<token>.cmd',
  ],
  ...['uploadpack.packObjectsHook', 'include.path', 'includeIf.<condition>.path', 'tar.<format>.command'],
  ...['sendemail.smtpServer', 'sendemail.sendmailCmd', 'sendemail.toCmd', 'sendemail.ccCmd', 'instaweb.httpd'],
  ...['submodule.<name>.update', 'remote.<name>.vcs', 'remote.<name>.promisor', 'extensions.partialClone'],
  ...['extensions.worktreeConfig', 'extensions.refStorage', 'hook.<name>.command', 'hook.<name>.event', 'web.browser'],
  ...['help.browser', 'guitool.<name>.cmd', 'browser.<tool>.cmd', 'man.<tool>.cmd', 'attr.tree', 'safe.directory'],
  ...['init.templateDir', 'receive.procReceiveRefs', 'ssh.variant', 'http.proxy', 'mailmap.file', 'mailmap.blob'],
  ...[
    'alias.blame',
    'alias.log',
    'alias.trap',
    'pager.blame',
    'pager.log',
    'diff.external',
    'diff.tool',
    'trace2.eventTarget',
  ],
];

function filled(name: string): string[] {
  const place = /<[^>]*>|\*/.exec(name)?.[0];
  if (place === undefined) return [name];
  return (fillings[place] ?? ['trap']).flatMap((word) => filled(name.replace(place, word)));
}

/** A file with settings is no program; a command of a shell is marked; an address names its program. */
function valueOf(name: string, program: string): string {
  if (/^include(if\..*)?\.path$/i.test(name)) return `${program}.config`;
  if (/^alias\.|^credential\.|^submodule\..*update$/i.test(name)) return `!${program}`;
  if (/url$|uri$|insteadof$|proxy$/i.test(name)) return `ext::${program}`;
  return program;
}

/** By the documentation of the git that is installed. */
export function documentedSettings(program: string): Setting[] {
  const listed = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
  const names = [...listed, ...others].filter((name) => /^[a-z][\w-]*\..*[a-z*>]$/i.test(name)).flatMap(filled);
  return [...new Set(names)].map((name) => ({ name, value: valueOf(name, program) }));
}

/** As a file of settings says it. */
export function configText(settings: readonly Setting[]): string {
  const lines = settings.map(({ name, value }) => {
    const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
    const part = first === last ? '' : ` "${name.slice(first + 1, last)}"`;
    return `[${name.slice(0, first)}${part}]\n\t${name.slice(last + 1)} = "${value.replaceAll('"', '\\"')}"\n`;
  });
  return lines.join('');
}

/** What git says when it gives up over the settings of a repository; undefined when it works on. */
function faultOf(folder: string): string | undefined {
  for (const words of [
    ['log', '-n1', '--', 'a.js'],
    ['blame', 'a.js'],
  ]) {
    const { status, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) return stderr;
  }
  return undefined;
}

/** Each setting takes two lines. */
const linesEach = 2;

/** Each is on or off, or a colour: where git refuses one, it refuses them all. */
const alike = /^(?:advice|color)\./i;

/**
 * The settings that git takes together: it gives up over the others, before it comes to any that is left. They can be
 * tried alone only, and take no program, since they refuse one.
 */
export function takenTogether(folder: string, base: string, settings: readonly Setting[]): Setting[] {
  const config = path.join(folder, '.git', 'config');
  let together = [...settings];
  const fails = (some: readonly Setting[]): string | undefined => {
    fs.writeFileSync(config, base + configText(some));
    return faultOf(folder);
  };
  for (let fault = fails(together); fault !== undefined; fault = fails(together)) {
    const said = fault.toLowerCase();
    const line = Number(/config(?: file)? line (\d+)/.exec(said)?.[1] ?? 0) - base.split('\n').length;
    const refused =
      (line >= 0 ? together[Math.floor(line / linesEach)] : undefined) ??
      together.find(({ name }) => said.includes(`'${name.toLowerCase()}'`)) ??
      firstThatFails(together, (some) => fails(some) !== undefined);
    const isOfMany = alike.test(refused.name);
    together = together.filter((setting) => setting !== refused && !(isOfMany && alike.test(setting.name)));
  }
  return together;
}

/** By halves. */
function firstThatFails(settings: readonly Setting[], fails: (some: readonly Setting[]) => boolean): Setting {
  let [low, high] = [0, settings.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fails(settings.slice(0, middle))) high = middle;
    else low = middle;
  }
  const found = settings[high - 1];
  if (!found) throw new Error('git gives up over a repository without any of the settings');
  return found;
}
