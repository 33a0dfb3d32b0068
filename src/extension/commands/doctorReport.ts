/**
 * The Doctor's report as a document that can be shared: names of users, folders and machines are redacted. Must not
 * know the editor, so that it can be tested without one.
 */

export type Verdict = 'good' | 'look' | 'bad';

export interface Finding {
  /** The subject of the check. */
  subject: string;
  verdict: Verdict;
  /** A sentence; for a problem, it includes the remedy. */
  text: string;
}

export interface DoctorReport {
  title: string;
  /** Pairs of name and unredacted value. */
  facts: readonly (readonly [name: string, value: string])[];
  findings: readonly Finding[];
}

const marks: Record<Verdict, string> = { good: '✓', look: '!', bad: '✗' };

interface Secrets {
  home: string;
  user: string;
  /** Open folders, with the names that replace them. */
  folders: readonly string[];
}

/** Line width of the report in characters, because plain text editors do not wrap it. */
const columns = 100;

/**
 * The report as text that is readable without a preview. It is redacted before lines are wrapped, so that no path is
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

/** @returns the words in lines of at most `columns - indent` characters, all but the first indented */
function brokenText(text: string, indent: number): string {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const row = `${rows.at(-1) ?? ''} ${word}`;
    if (rows.length > 0 && indent + row.length <= columns) rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows.join(`\n${' '.repeat(indent)}`);
}

/**
 * @returns the text without the user's names and paths; longer paths are replaced first, so that no part of one stays
 */
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
  // A name of one or two letters is too common to replace.
  return user.length > 2 ? clean.replace(new RegExp(`\\b${escaped(user)}\\b`, 'g'), '<user>') : clean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
