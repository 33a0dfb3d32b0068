/**
 * Context chips of a question (shown above the question box) and the query space that they select. Plain values without
 * DOM or editor API, because page and host share them. What a chip says is exactly what is sent.
 */
import type { QGPTRelevanceInput } from '../contract/schemas/qgpt';
import type { AskedOf } from '../contract/schemas/conversations';
import type { LineRange } from '../contract/schemas/values';

export type ContextChip =
  | { kind: 'workspace' }
  | { kind: 'everything' }
  /** Selected lines; `name` is the file's name. The text is read when the question is sent. */
  | { kind: 'selection'; uri: string; name: string; lines: LineRange }
  /** A definition; `file` is the name of the file that contains it. */
  | { kind: 'symbol'; uri: string; name: string; file: string; lines: LineRange }
  /** The changes since the last commit. */
  | { kind: 'changes' }
  /** The problems that the editor reports in open files. */
  | { kind: 'problems' }
  | { kind: 'file'; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'asset'; id: string; name: string };

/** The fields of a relevance input that chips determine. */
export interface QuerySpace {
  paths?: string[];
  seeds?: QGPTRelevanceInput['seeds'];
  assets?: { iterable: { id: string }[] };
  database?: true;
}

/** The code of a selection chip at the moment of sending. */
export interface SelectedText {
  text: string;
  /** Absent for a document that was never saved. */
  path?: string;
}

/** Text that the editor collects for a chip when the question is sent. */
export interface GatheredText {
  text: string;
  /** The files that the text is about; the question covers them too. */
  paths: string[];
}

type Place = Pick<Extract<ContextChip, { kind: 'selection' }>, 'uri' | 'lines'>;

export interface ChipSurroundings {
  /** Absolute paths of all workspace folders. */
  folders: string[];
  /** undefined when the document is gone or the lines are empty. */
  selected(place: Place): Promise<SelectedText | undefined>;
  /** undefined when there are no changes or no problems. */
  gathered(kind: GatheredKind): Promise<GatheredText | undefined>;
}

export type GatheredKind = 'changes' | 'problems';

/** File names under which gathered texts are sent, and recognised when a stored question is read back. */
const gatheredNames: Record<GatheredKind, string> = { changes: 'changes.diff', problems: 'problems.txt' };

const gatheredKinds = ['changes', 'problems'] as const;

/** Reason why a set of chips cannot be queried. */
export type ChipProblem = 'noContext' | 'noFolder' | 'selectionGone' | 'noChanges' | 'noProblems';

/** Identity of a chip: two chips with the same key are the same. */
export function chipKey(chip: ContextChip): string {
  switch (chip.kind) {
    case 'workspace':
    case 'everything':
    case 'changes':
    case 'problems':
      return chip.kind;
    case 'symbol':
      return `symbol ${chip.uri} ${chip.lines.start}-${chip.lines.end}`;
    case 'selection':
      return `selection ${chip.uri} ${chip.lines.start}-${chip.lines.end}`;
    case 'file':
    case 'folder':
      return `path ${chip.path}`;
    case 'asset':
      return `asset ${chip.id}`;
  }
}

/** True for the chips that do not narrow a question. */
export const isWide = ({ kind }: ContextChip): boolean => kind === 'workspace' || kind === 'everything';

/** True for chips that ask less than the workspace. */
export const isNarrowed = (chips: readonly ContextChip[]): boolean => chips.length > 0 && !chips.some(isWide);

/** The name of a file or folder, with as much of its path as tells it from others of that name among the chips. */
export function pathLabel(path: string, chips: readonly ContextChip[]): string {
  const partsOf = (one: string) => one.replace(/(?<![\\/])[\\/]+$/, '').split(/[\\/]/);
  const parts = partsOf(path);
  const others = chips
    .flatMap((chip) => ((chip.kind === 'file' || chip.kind === 'folder') && chip.path !== path ? [chip.path] : []))
    .map(partsOf);
  const end = (all: readonly string[], count: number) => all.slice(-count).join('/');
  let count = 1;
  while (count < parts.length && others.some((other) => end(other, count) === end(parts, count))) count += 1;
  return end(parts, count);
}

/**
 * Adds a chip. `everything` and `workspace` replace each other, and there is at most one selection. A specific chip
 * removes the workspace; one that is added after it stays.
 */
export function withChip(chips: readonly ContextChip[], added: ContextChip): ContextChip[] {
  const replaced = (chip: ContextChip): boolean => {
    if (isWide(chip)) return true;
    if (added.kind === 'selection') return chip.kind === 'selection';
    return chipKey(chip) === chipKey(added);
  };
  return [...chips.filter((chip) => !replaced(chip)), added];
}

export function withoutChip(chips: readonly ContextChip[], removed: ContextChip): ContextChip[] {
  return chips.filter((chip) => chipKey(chip) !== chipKey(removed));
}

/** Removes a chip; the workspace comes back when no specific chip is left. */
export function widened(chips: readonly ContextChip[], removed: ContextChip, folders: readonly string[]) {
  const rest = withoutChip(chips, removed);
  const isWidened = rest.length === 0 && !isWide(removed) && folders.length > 0;
  return isWidened ? [{ kind: 'workspace' as const }] : rest;
}

/** @returns the query space, or why there is none; a chip without content is never dropped silently */
export async function querySpaceOf(
  chips: readonly ContextChip[],
  around: ChipSurroundings,
): Promise<QuerySpace | ChipProblem> {
  if (chips.length === 0) return 'noContext';
  const paths: string[] = [];
  const seeds: NonNullable<NonNullable<QuerySpace['seeds']>['iterable']> = [];
  const assets: { id: string }[] = [];
  let database = false;
  for (const chip of chips) {
    switch (chip.kind) {
      case 'workspace':
        if (around.folders.length === 0) return 'noFolder';
        paths.push(...around.folders);
        break;
      case 'everything':
        paths.push(...around.folders);
        database = true;
        break;
      case 'file':
      case 'folder':
        paths.push(chip.path);
        break;
      case 'asset':
        assets.push({ id: chip.id });
        break;
      case 'symbol':
      case 'selection': {
        const selected = await around.selected(chip);
        if (!selected?.text.trim()) return 'selectionGone';
        seeds.push(seedOf(chip.kind === 'symbol' ? chip.file : chip.name, selected, chip.lines));
        break;
      }
      case 'changes':
      case 'problems': {
        const gathered = await around.gathered(chip.kind);
        if (!gathered) return chip.kind === 'changes' ? 'noChanges' : 'noProblems';
        paths.push(...gathered.paths);
        seeds.push(seedOf(gatheredNames[chip.kind], { text: gathered.text }));
      }
    }
  }
  return {
    ...(paths.length > 0 && { paths: [...new Set(paths)] }),
    ...(seeds.length > 0 && { seeds: { iterable: seeds } }),
    ...(assets.length > 0 && { assets: { iterable: assets } }),
    ...(database && { database: true as const }),
  };
}

function seedOf(name: string, selected: SelectedText, lines?: LineRange) {
  const ext = /\.([^./\\]+)$/.exec(name)?.[1];
  return {
    type: 'SEEDED_ASSET',
    asset: {
      format: { fragment: { string: { raw: selected.text }, metadata: { name, ...(ext && { ext }) } } },
    },
    ...(selected.path !== undefined && {
      anchor: { type: 'FILE', fullpath: selected.path, ...(lines && { lines }) },
    }),
  };
}

interface AskedSurroundings {
  /** Absolute paths of all workspace folders. */
  folders: readonly string[];
  /** The URI of a file, as selection chips hold it. */
  uriOf(path: string): string;
  isFolder(path: string): boolean;
  /** undefined for an asset that is gone. */
  assetName(id: string): string | undefined;
  /** Label of an asset that no longer exists. */
  goneAsset: string;
}

/** Restores the chips of a stored question. Folders of another workspace are shown as plain folders. */
export function chipsOfAsked(
  { paths = [], assets = [], database, selections = [] }: AskedOf,
  around: AskedSurroundings,
) {
  const { folders } = around;
  const isWhole = folders.length > 0 && folders.every((folder) => paths.includes(folder));
  const others = paths.filter((path) => !isWhole || !folders.includes(path));
  const chips: ContextChip[] = [];
  if (database) chips.push({ kind: 'everything' });
  else if (isWhole) chips.push({ kind: 'workspace' });
  for (const path of others) {
    // `everything` included the folders that were open at that time.
    if (!database) chips.push({ kind: around.isFolder(path) ? 'folder' : 'file', path });
  }
  for (const { id } of assets) chips.push({ kind: 'asset', id, name: around.assetName(id) ?? around.goneAsset });
  for (const { name, path, lines } of selections) {
    const gathered = path === undefined ? gatheredKinds.find((kind) => gatheredNames[kind] === name) : undefined;
    if (gathered) {
      chips.push({ kind: gathered });
      continue;
    }
    const uri = path === undefined ? `untitled:${name}` : around.uriOf(path);
    chips.push({ kind: 'selection', uri, name, lines: lines ?? { start: 1, end: 1 } });
  }
  return chips;
}

// Section: `@` mentions in the question box: where one begins, its query, its removal and its list rows.

/** A row of the `@` list; choosing it adds its chips. */
export interface MentionItem {
  label: string;
  /** The location, or an explanation of the item. */
  detail: string;
  chips: ContextChip[];
}

interface Mention {
  /** Offset of the `@`. */
  start: number;
  /** Offset after the last character of the query. */
  end: number;
  query: string;
}

/** Longest query of a mention, in characters. */
const maxQuery = 100;

/** The mention at the caret; an `@` inside a word, as in an e-mail address, starts none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - maxQuery - 1), caret);
  const match = /(?:^|\s|[([{"'])@([^\s@]*)$/.exec(before);
  if (!match) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, end: caret, query };
}

/** The text without the mention, with one blank where two would meet, and the new caret offset. */
export function withoutMention(text: string, { start, end }: Mention): { text: string; caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isDoubled = (before === '' || /\s$/.test(before)) && /^ /.test(after);
  return { text: before + (isDoubled ? after.slice(1) : after), caret: start };
}
