/**
 * What the Doctor found, as a document that can be shown to others: names of people, folders and machines are taken
 * out. Must not know the editor, so that it can be tested as it is.
 */

export type Verdict = 'good' | 'look' | 'bad';

export interface Finding {
  /** What was looked at. */
  subject: string;
  verdict: Verdict;
  /** A sentence; for what is not good, with what to do. */
  text: string;
}

export interface DoctorReport {
  title: string;
  /** Name and value, as they are. */
  facts: readonly (readonly [name: string, value: string])[];
  findings: readonly Finding[];
}

const marks: Record<Verdict, string> = { good: '✓', look: '!', bad: '✗' };

interface Secrets {
  home: string;
  user: string;
  /** Folders that are open, by what they are called instead. */
  folders: readonly string[];
}

/** Rows are broken here, because nobody turns on word wrap to read a report. */
const columns = 100;

/**
 * Reads well as it stands: nobody has to open a preview. Redacted before it is broken into rows, so that no path is
 * missed.
 */
export function reportText({ title, facts, findings }: DoctorReport, secrets: Secrets): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const rows = findings.map(
    ({ subject, verdict, text }) =>
      `${marks[verdict]} ${subject.padEnd(width)}  ${brokenText(redacted(text, secrets), width + 4)}`,
  );
  const list = facts.map(([name, value]) => `${name}: ${redacted(value, secrets)}`);
  return [title, '', ...rows, '', ...list, ''].join('\n');
}

/** @returns the words in rows of at most `columns - indent` characters, all but the first indented */
function brokenText(text: string, indent: number): string {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const row = `${rows.at(-1) ?? ''} ${word}`;
    if (rows.length > 0 && indent + row.length <= columns) rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows.join(`\n${' '.repeat(indent)}`);
}

/** @returns the text without what says whose machine it is; longer places first, so that no part of one stays */
export function redacted(text: string, { home, user, folders }: Secrets): string {
  const places = [
    ...folders.map((folder, index) => ({ place: folder, instead: `<folder ${index + 1}>` })),
    { place: home, instead: '~' },
  ].sort((one, other) => other.place.length - one.place.length);
  let clean = text
    .replace(/(?<!\w)(\w+:\/\/)[^\s/@]+@/g, '$1<removed>@')
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, '<mail>')
    .replace(/\b[A-Za-z0-9_-]{32,}\b/g, '<removed>');
  for (const { place, instead } of places) if (place.length > 1) clean = clean.replaceAll(place, instead);
  // A name of one or two letters stands in every second word.
  return user.length > 2 ? clean.replace(new RegExp(`\\b${escaped(user)}\\b`, 'g'), '<user>') : clean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
