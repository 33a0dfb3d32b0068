// Repositories that somebody else made, in all the ways by which git can be led to run their programs.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Of who wrote all the files: in the answer when git was asked and could answer. */
export const author = 'Ada Lovelace';

export interface Trap {
  /** A folder for all that belongs to the traps. */
  folder: string;
  /** Leaves a line in `mark` each time it is run. */
  program: string;
  mark: string;
}

const who = {
  ...{ GIT_AUTHOR_NAME: author, GIT_AUTHOR_EMAIL: 'ada@example.org', GIT_COMMITTER_NAME: author },
  ...{ GIT_COMMITTER_EMAIL: 'ada@example.org', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
};

function git(cwd: string, words: string[], input?: string): string {
  const env = { ...process.env, ...who };
  return execFileSync('git', words, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
    ...(input !== undefined && { input }),
  }).trim();
}

const attributes = '* filter=trap diff=trap merge=trap\n';

/** What is known to run a program when a history is read. */
const known = (program: string) => `
[core]
	fsmonitor = ${program}
	pager = ${program}
	hooksPath = ${path.dirname(program)}
[log]
	showSignature = true
[gpg]
	program = ${program}
[gpg "ssh"]
	program = ${program}
	allowedSignersFile = ${program}
	defaultKeyCommand = ${program}
[gpg "x509"]
	program = ${program}
[diff]
	external = ${program}
[diff "trap"]
	textconv = ${program}
	command = ${program}
[filter "trap"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
	required = true
[pager]
	blame = ${program}
	log = ${program}
[alias]
	blame = !${program}
`;

/** The programs of a trap, and a file of settings that name them. */
export function makeTrap(folder: string): Trap {
  const mark = path.join(folder, 'was-run');
  const program = path.join(folder, 'programs', 'run');
  fs.mkdirSync(path.dirname(program));
  fs.writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${mark}'\n`, { mode: 0o755 });
  fs.writeFileSync(`${program}.config`, known(program));
  return { folder, program, mark };
}

const signatures = ['PGP SIGNATURE', 'SSH SIGNATURE', 'SIGNED MESSAGE'];

/** A commit that claims to be signed, so that git would have it verified. */
function commitSigned(folder: string, kind: string): void {
  git(folder, ['add', '.']);
  git(folder, ['commit', '-q', '--allow-empty', '-m', 'work']);
  const [head = '', ...message] = git(folder, ['cat-file', 'commit', 'HEAD']).split('\n\n');
  const signed = `${head}\ngpgsig -----BEGIN ${kind}-----\n \n bm9uc2Vuc2U=\n -----END ${kind}-----\n\n${message.join('\n\n')}\n`;
  git(folder, ['update-ref', 'HEAD', git(folder, ['hash-object', '-t', 'commit', '-w', '--stdin'], signed)]);
}

const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const value${n} = ${n};\n`).join('');

/** A history of signed commits, attributes that choose drivers, a file changed since. Its settings are git's own. */
export function makeProject({ folder }: Trap, name: string): string {
  const [first, made] = [path.join(folder, 'first'), path.join(folder, name)];
  if (!fs.existsSync(first)) makeFirst(folder, first);
  fs.cpSync(first, made, { recursive: true });
  return made;
}

function makeFirst(folder: string, made: string): void {
  // Without the samples of hooks, among whose words the question would find others than those of the file.
  git(folder, ['init', '-q', '--template=', made]);
  fs.writeFileSync(path.join(made, '.gitattributes'), attributes);
  for (const [at, kind] of signatures.entries()) {
    fs.writeFileSync(path.join(made, 'a.js'), lines(5 * (at + 1)));
    commitSigned(made, kind);
  }
  fs.appendFileSync(path.join(made, 'a.js'), '// not committed\n');
}

function obey(config: string, { program }: Trap, more = ''): void {
  fs.appendFileSync(config, known(program) + more);
}

/** What stands among the files of a project may look like a repository, and arrives by a plain clone. */
function bareInside(trap: Trap, name: string): string {
  const inner = makeProject(trap, `${name}-inner`);
  const outer = makeProject(trap, `${name}-origin`);
  const config = path.join(inner, '.git', 'config');
  git(inner, ['config', 'core.bare', 'false']);
  git(inner, ['config', 'core.worktree', '.']);
  obey(config, trap);
  fs.cpSync(path.join(inner, '.git'), path.join(outer, 'sub'), { recursive: true });
  for (const file of ['a.js', '.gitattributes']) fs.copyFileSync(path.join(inner, file), path.join(outer, 'sub', file));
  git(outer, ['add', '-f', '.']);
  git(outer, ['commit', '-q', '-m', 'innocent']);
  git(trap.folder, ['clone', '-q', outer, name]);
  return path.join(trap.folder, name, 'sub');
}

const hooks = [
  'post-index-change',
  'fsmonitor-watchman',
  'post-checkout',
  'reference-transaction',
  'pre-commit',
  'pre-auto-gc',
];

interface Way {
  name: string;
  /** @returns the folder that is asked about; it holds `a.js` */
  make: (trap: Trap, name: string) => string;
}

const configOf = (project: string) => path.join(project, '.git', 'config');

/** Ways that need more than a setting. */
export const ways: readonly Way[] = [
  {
    name: 'everything that is known to run a program, together',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      obey(configOf(made), trap);
      return made;
    },
  },
  { name: 'a bare repository committed into a subfolder', make: bareInside },
  {
    name: 'a .git file that leads to a folder among the files',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      obey(configOf(made), trap);
      fs.renameSync(path.join(made, '.git'), path.join(made, 'innocent'));
      fs.writeFileSync(path.join(made, '.git'), 'gitdir: ./innocent\n');
      return made;
    },
  },
  {
    name: 'a .git file that leads out of the project',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      obey(configOf(made), trap);
      fs.renameSync(path.join(made, '.git'), path.join(trap.folder, `${name}-elsewhere`));
      fs.writeFileSync(path.join(made, '.git'), `gitdir: ../${name}-elsewhere\n`);
      return made;
    },
  },
  {
    name: 'a .git link that leads out of the project',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      obey(configOf(made), trap);
      fs.renameSync(path.join(made, '.git'), path.join(trap.folder, `${name}-elsewhere`));
      fs.symlinkSync(`../${name}-elsewhere`, path.join(made, '.git'));
      return made;
    },
  },
  {
    name: 'settings included from a file among the others, and by conditions',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      fs.copyFileSync(`${trap.program}.config`, path.join(made, 'innocent.txt'));
      const conditions = ['gitdir:**', 'onbranch:**'].map(
        (condition) => `[includeIf "${condition}"]\n\tpath = ../innocent.txt\n`,
      );
      fs.appendFileSync(configOf(made), `[include]\n\tpath = ../innocent.txt\n${conditions.join('')}`);
      return made;
    },
  },
  {
    name: 'settings and attributes of a worktree alone',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      git(made, ['config', 'extensions.worktreeConfig', 'true']);
      obey(path.join(made, '.git', 'config.worktree'), trap);
      fs.mkdirSync(path.join(made, '.git', 'info'), { recursive: true });
      fs.writeFileSync(path.join(made, '.git', 'info', 'attributes'), attributes);
      return made;
    },
  },
  {
    name: 'a worktree of a repository elsewhere',
    make: (trap, name) => {
      const main = makeProject(trap, `${name}-main`);
      git(main, ['worktree', 'add', '-q', '-b', 'beside', path.join(trap.folder, name)]);
      obey(configOf(main), trap);
      return path.join(trap.folder, name);
    },
  },
  {
    name: 'a submodule',
    make: (trap, name) => {
      const part = makeProject(trap, `${name}-part`);
      const made = makeProject(trap, name);
      git(made, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'sub']);
      obey(path.join(made, '.git', 'modules', 'sub', 'config'), trap);
      obey(configOf(made), trap, `[submodule "sub"]\n\tupdate = !${trap.program}\n`);
      return path.join(made, 'sub');
    },
  },
  {
    name: 'objects borrowed from a repository with settings',
    make: (trap, name) => {
      const lender = makeProject(trap, `${name}-lender`);
      git(trap.folder, ['clone', '-q', '--shared', lender, name]);
      obey(configOf(lender), trap);
      obey(configOf(path.join(trap.folder, name)), trap, `[core]\n\talternateRefsCommand = ${trap.program}\n`);
      return path.join(trap.folder, name);
    },
  },
  ...['ext', 'local'].map((kind) => ({
    name: `objects left on a server that is a program (${kind})`,
    make: (trap: Trap, name: string) => {
      const made = makeProject(trap, name);
      const id = git(made, ['rev-parse', 'HEAD~1:a.js']);
      fs.rmSync(path.join(made, '.git', 'objects', id.slice(0, 2), id.slice(2)));
      const url = kind === 'ext' ? `ext::${trap.program}` : trap.folder;
      const remote = `[remote "origin"]\n\tpromisor = true\n\turl = ${url}\n\tuploadpack = ${trap.program}\n\tpartialclonefilter = blob:none\n`;
      const version = '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n';
      fs.appendFileSync(configOf(made), `${remote}${version}[protocol "ext"]\n\tallow = always\n`);
      return made;
    },
  })),
  {
    name: 'hooks of every name',
    make: (trap, name) => {
      const made = makeProject(trap, name);
      const folder = path.join(made, '.git', 'hooks');
      fs.mkdirSync(folder);
      for (const hook of hooks) fs.copyFileSync(trap.program, path.join(folder, hook));
      fs.appendFileSync(configOf(made), `[core]\n\tfsmonitor = true\n\tfsmonitorHookVersion = 2\n`);
      return made;
    },
  },
];
