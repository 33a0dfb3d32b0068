/**
 * What a manifest names as the beginning of a program: the main module, commands (npm `bin`, Python scripts, Cargo
 * `[[bin]]`, Composer `bin`), main classes, a script that starts it. Read row by row with the section that a row stands in, so
 * that a piece of a manifest is read like the whole. Cost: linear.
 */
import { inline } from './text';

export interface ManifestStart {
  /** 0-based row. */
  place: number;
  says: string;
  isCommand: boolean;
}

const mainField = /^\s*["']?(main|module|bin|exports)["']?\s*:\s*["'](\.{0,2}[\w./@-]{2,120})["']/;
const scriptField = /^\s*["']?(?:start|serve|dev)["']?\s*[:=]\s*["']([^"'\n]{2,120})["']/;
const mainClass = /(?:<mainClass>|\bmainClass(?:Name)?\s*=\s*["'])([\w.$]{2,120})/;

/** Where commands are listed, one in each row until the section ends. */
const opening = /^\s*["']?(bin|console_scripts|gui_scripts)["']?\s*[:=](?:\s*([{[]))?$/;
const oneRow = /^\s*["']?bin["']?\s*:\s*[{[]\s*(["'][^\]}\n]{2,300})[\]}]/;
const pythonScripts =
  /^\[(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts|project\.entry-points\.["']?console_scripts["']?)\]/;
const pair = /^\s*["']?([\w.@/-]{1,80}?)["']?\s*[:=]\s*["']?([\w./@:-]{2,120})["']?,?\s*$/;
const packed = /["']([\w.-]{1,80})\s*=\s*([\w.:]{2,120})["']/;
const listed = /^\s*["']([\w./@-]{2,120})["'],?\s*$/;

const asCommand = (target: string, name: string) => `${inline(target)} as the command ${inline(name)}`;

/** "name": "target", "name = target" in one text, or a file alone. */
function commandIn(row: string): string | undefined {
  const [, name, target] = packed.exec(row) ?? pair.exec(row) ?? [];
  if (name !== undefined && target !== undefined) return asCommand(target, name);
  const file = listed.exec(row)?.[1];
  return file === undefined ? undefined : asCommand(file, file.split('/').at(-1) ?? file);
}

/** `[[bin]]` has its name and path in rows of their own. */
function cargoBin(rows: readonly string[], start: number): string | undefined {
  const fields = new Map<string, string>();
  for (const row of rows.slice(start + 1, start + 8)) {
    if (/^\s*\[/.test(row)) break;
    const [, key, value] = /^\s*(name|path)\s*=\s*"([^"\n]{1,120})"/.exec(row) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key, value);
  }
  const [name, file] = [fields.get('name'), fields.get('path')];
  if (name === undefined) return undefined;
  return asCommand(file ?? `src/bin/${name}.rs`, name);
}

type Section = 'json' | 'toml' | 'setup' | undefined;

/** The section that a row opens; undefined when it opens none. */
function openedBy(row: string): Section {
  if (pythonScripts.test(row)) return 'toml';
  const [, key, bracket] = opening.exec(row.trim()) ?? [];
  if (key === undefined) return undefined;
  // `bin =` alone is nothing; `console_scripts =` is followed by indented rows.
  if (bracket === undefined) return key === 'bin' ? undefined : 'setup';
  return 'json';
}

function isEnd(section: Section, row: string): boolean {
  if (section === 'json') return /^\s*[\]}]/.test(row);
  return section === 'toml' ? /^\s*\[/.test(row) : row.trim() !== '' && !/^\s/.test(row);
}

export function manifestStarts(rows: readonly string[]): ManifestStart[] {
  const found: ManifestStart[] = [];
  let section: Section;
  rows.forEach((row, place) => {
    const add = (says: string | undefined, isCommand: boolean) => {
      if (says !== undefined) found.push({ place, says, isCommand });
    };
    if (section !== undefined && isEnd(section, row)) section = undefined;
    if (section !== undefined) return add(commandIn(row), true);
    section = openedBy(row);
    if (section !== undefined) return;
    if (/^\s*\[\[bin\]\]/.test(row)) return add(cargoBin(rows, place), true);
    const inRow = oneRow.exec(row)?.[1];
    if (inRow !== undefined) return inRow.split(',').forEach((entry) => add(commandIn(entry.trim()), true));
    const [, field, file] = mainField.exec(row) ?? [];
    if (field !== undefined && file !== undefined) return add(`${inline(file)} as ${inline(field)}`, field === 'bin');
    const type = mainClass.exec(row)?.[1];
    if (type !== undefined) return add(`${inline(type)} as the main class`, true);
    const script = scriptField.exec(row)?.[1];
    return add(script === undefined ? undefined : `${inline(script)} to start it`, false);
  });
  return found;
}
