/**
 * Compares outlines with what universal-ctags finds in the same files: `npm run compare:ctags -- FOLDER… [--language
 * ID] [--show N]`. Each folder is a repository. The same thing is found when name and line, within one, are the same.
 * Told is, by language, the share of ctags' definitions that the outline has, and of the outline's that ctags has; with
 * `--show`, examples of what only one of them has, to be read. Neither is the truth. Cost: a few ms a file.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Grammars } from '../../engine/chunk/grammars';
import { readOutline } from '../../engine/read/readOutline';
import { isOutlined, languageOfPath, type Language } from '../../languages/table';
import { grammarFolder, tell } from '../built';

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, show: { type: 'string', default: '0' } },
});

/** Files compared per language and repository, spread evenly. */
const maxFiles = 60;
const maxBytes = 200_000;
const aside = /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|\.git)(?:\/|$)|\.min\./;
/** Kinds that are not definitions: used names, files, import aliases, embedded types. */
const otherKinds = new Set(['package', 'packageName', 'unknown', 'local', 'parameter', 'label', 'header', 'file', 'heredoc', 'script', 'library', 'using', 'anonMember']); // prettier-ignore
/** Further such kinds by language, where the word means a definition elsewhere. */
const otherKindsOf: Readonly<Record<string, readonly string[]>> = { Python: ['namespace'], PHP: ['alias'] };
/** Kinds whose contents are local, except for types and functions. */
const bodies = /^(?:func|function|method|singletonMethod|getter|setter|constructor|subroutine)$/;
const locals = /^(?:variable|constant|property|field|var|const|val)$/;
/** Languages whose locals ctags does not mark: only unindented definitions count. */
const tellsLocals = new Set(['JavaScript', 'TypeScript', 'Kotlin']);
/** Our kinds for settings, which ctags has for few languages. */
const ours = new Set(['key', 'section']);

interface Definition {
  name: string;
  /** 1-based. */
  line: number;
  kind: string;
  end?: number;
}

interface CtagsRow extends Definition {
  _type: string;
  path: string;
  language: string;
  extras?: string;
  scopeKind?: string;
  pattern?: string;
}

function filesOf(folder: string): Map<Language, string[]> {
  const byLanguage = new Map<Language, string[]>();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || aside.test(file) || fs.statSync(file).size > maxBytes) continue;
    const language = languageOfPath(file);
    if (!language || !isOutlined(language) || (options.language !== undefined && language.id !== options.language))
      continue;
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), file]);
  }
  for (const [language, files] of byLanguage) {
    const step = Math.max(1, files.length / maxFiles);
    byLanguage.set(
      language,
      Array.from({ length: Math.min(maxFiles, files.length) }, (_, at) => files[Math.floor(at * step)]!),
    );
  }
  return byLanguage;
}

function ctagsOf(files: readonly string[]): Map<string, Definition[]> {
  const text = execFileSync('ctags', ['--output-format=json', '--fields=+nKsZElP', '--sort=no', '-f', '-', ...files], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
  const byFile = new Map<string, Definition[]>(files.map((file) => [file, []]));
  for (const row of text.split('\n').filter(Boolean)) {
    const {
      _type,
      path: file,
      name,
      line,
      kind,
      language,
      extras = '',
      scopeKind = '',
      pattern = '',
    } = JSON.parse(row) as CtagsRow;
    if (_type !== 'tag' || otherKinds.has(kind) || otherKindsOf[language]?.includes(kind)) continue;
    const isLocal = bodies.test(scopeKind) || (tellsLocals.has(language) && /^\/\^\s/.test(pattern));
    if (/anonymous|guest/.test(extras) || name.startsWith('<') || (isLocal && locals.test(kind))) continue;
    byFile.get(file)?.push({ name: bare(name), line, kind });
  }
  return byFile;
}

/** The last part of a name without language-specific decoration; of a selector the first. */
function bare(name: string): string {
  const plain = name.replace(/<.*|^operator\s*|^[a-z]:(?!:)/g, '').replace(/(?<=^\w+):(?!:).*/, '');
  return /([^\s.:#~'"\\]+[?!=]?)['"]?$/.exec(plain)?.[1] ?? plain;
}

/** Definitions only in the first list; clauses of one function count as one symbol. */
function onlyIn(some: readonly Definition[], others: readonly Definition[]): Definition[] {
  const byName = new Map<string, Definition[]>();
  for (const other of others) byName.set(other.name, [...(byName.get(other.name) ?? []), other]);
  const isAt = (one: Definition, other: Definition) =>
    one.line >= other.line - 1 && one.line <= (other.end ?? other.line) + 1;
  return some.filter((one) => !byName.get(one.name)?.some((other) => isAt(one, other) || isAt(other, one)));
}

interface Sums {
  repositories: Set<string>;
  files: number;
  errors: number;
  ctags: number;
  outline: number;
  onlyCtags: [Definition, string][];
  onlyOutline: [Definition, string][];
}

function countsOf(differences: readonly [Definition, string][]): string {
  const counts = new Map<string, number>();
  for (const [{ kind }] of differences) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

function show(title: string, differences: readonly [Definition, string][]): void {
  const most = Number(options.show);
  const step = Math.max(1, differences.length / most);
  for (let at = 0; at < Math.min(most, differences.length); at += 1) {
    const [{ kind, name, line }, file] = differences[Math.floor(at * step)]!;
    const row = fs.readFileSync(file, 'utf8').split('\n')[line - 1]?.trim().slice(0, 110);
    console.log(`  ${title} ${kind} ${name} | ${row} | ${file}:${line}`);
  }
}

/** What no row of the table tells. */
function tellUnknown(byLanguage: ReadonlyMap<string, Sums>): void {
  if (byLanguage.size === 0) console.log('No file here is of a language that has a tree (or of the one named).');
  for (const [id, { ctags, files, outline }] of byLanguage)
    if (ctags === 0)
      console.log(
        `ctags finds nothing in ${files} files of ${id} (${outline} in the outline): most likely it does not know the language.`,
      );
}

async function main(): Promise<void> {
  const grammars = new Grammars(grammarFolder(), tell);
  const byLanguage = new Map<string, Sums>();
  for (const folder of folders) {
    for (const [language, files] of filesOf(folder)) {
      const ctags = ctagsOf(files);
      const sums = byLanguage.get(language.id) ?? {
        repositories: new Set(),
        files: 0,
        errors: 0,
        ctags: 0,
        outline: 0,
        onlyCtags: [],
        onlyOutline: [],
      };
      byLanguage.set(language.id, sums);
      for (const file of files) {
        const theirs = ctags.get(file)!;
        const outline = await readOutline(fs.readFileSync(file, 'utf8'), language, grammars);
        if (!outline) continue;
        const own = outline.symbols
          .filter(({ kind }) => !ours.has(kind))
          .map(({ name, start, nameRow, kind, end }) => ({
            name: bare(name),
            line: Math.min(start, nameRow) + 1,
            kind,
            end: (kind === 'function' ? end : nameRow) + 1,
          }));
        sums.repositories.add(folder);
        sums.files += 1;
        sums.errors += outline.hasErrors ? 1 : 0;
        sums.ctags += theirs.length;
        sums.outline += own.length;
        for (const one of onlyIn(theirs, own)) sums.onlyCtags.push([one, file]);
        for (const one of onlyIn(own, theirs)) sums.onlyOutline.push([one, file]);
      }
    }
  }
  console.log(
    '| language | repositories | files | with an error | ctags | of these in the outline | outline | of these in ctags | most of what only ctags has | most of what only the outline has |',
  );
  for (const [id, sums] of [...byLanguage].sort()) {
    if (sums.ctags === 0) continue; // told below
    const share = (missing: number, all: number) => (1 - missing / all).toFixed(3);
    console.log(
      `| ${id} | ${sums.repositories.size} | ${sums.files} | ${sums.errors} | ${sums.ctags} | ${share(sums.onlyCtags.length, sums.ctags)} | ${sums.outline} | ${share(sums.onlyOutline.length, sums.outline)} | ${countsOf(sums.onlyCtags)} | ${countsOf(sums.onlyOutline)} |`,
    );
    show('only ctags:', sums.onlyCtags);
    show('only outline:', sums.onlyOutline);
  }
  tellUnknown(byLanguage);
}

await main();
