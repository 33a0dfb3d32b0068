/** Answers what a project needs before it is run or built, from its guides and manifests, as written. */
import { type Asking, Page, inline, type Maker, quotable, type Putting } from './page';
import { type Files, depthOf, rowsOf } from './runFits';
import { type NeedsRow, isGuide, dependenciesIn, versionsIn } from './runTable';
import { wantOf } from './wants';
import { sectionsFor } from './runGuides';
import { type Place, filesOf } from './runManifests';
import { isReadme } from '../overview';
import type { CodeSource } from '../outline/sources';
import { indentOf, fenced } from '../answers/markdown';
import { spaced } from '../text/plain';

/** Of an answer from the project's files. */
const score = 0.85;
/** Most rows of manifests that are listed, and most files of one kind that are read for them. */
const [maxNeeds, maxManifests] = [8, 6];
/** Most rows of one list of dependencies that are shown. */
const maxListRows = 24;

/**
 * The last row of a list: `require (` goes on until its bracket closes, `build-depends:` as far as rows stand deeper,
 * `[dependencies]` until the next section.
 */
function lastOfList(rows: readonly string[], start: number): number {
  const row = rows[start]!.trim();
  const isSection = row.startsWith('[') && row.endsWith(']');
  if (!isSection && !'[({:'.includes(row.at(-1)!)) return start;
  const indent = indentOf(rows[start]!);
  const isInside = (other: string) =>
    isSection
      ? !other.startsWith('[')
      : other.trim() === '' ||
        indentOf(other) > indent ||
        (!row.endsWith(':') && !')}]'.includes(other.trim().charAt(0)));
  let end = start;
  while (end + 1 < rows.length && isInside(rows[end + 1]!)) end += 1;
  while (rows[end]!.trim() === '') end -= 1;
  return row.endsWith(':') || isSection ? end : Math.min(end + 1, rows.length - 1);
}

/** What a manifest says of what is needed. */
function needsOfManifest({ rows: beginnings, until = [] }: NeedsRow, from: CodeSource, { reader }: Asking): Place[] {
  const code = reader.read(from);
  if (typeof code === 'string') return [];
  const every = rowsOf(code);
  const behind = every.findIndex((row) => until.some((one) => row.startsWith(one)));
  const all = behind < 0 ? every : every.slice(0, behind);
  return all.flatMap((written, start) => {
    const row = written.trim();
    // `spec.required_ruby_version = …` sets what an object has.
    const isMeant = beginnings.some(
      (one) => row.startsWith(one) || (one !== '' && row.slice(row.indexOf('.') + 1).startsWith(one)),
    );
    if (row === '' || row.startsWith('#') || !isMeant) return [];
    return [{ from, code, rows: { start, end: lastOfList(all, start) } }];
  });
}

/** What the manifests say, of each kind those nearest to the root that say it. */
function needsOf(row: NeedsRow, files: Files, asking: Asking): Place[] {
  const found: Place[] = [];
  for (const from of files.named(row.files).slice(0, maxManifests)) {
    const isDeeper = depthOf(from) > (found[0] ? depthOf(found[0].from) : row.isOfParts ? Infinity : 1);
    if (isDeeper) break;
    found.push(...needsOfManifest(row, from, asking));
  }
  return found;
}

/** Adds what a guide says under a heading for it, as written; false when none does. */
function putNeeds(files: Files, isMeant: (section: string) => boolean, { asking, page }: Putting): boolean {
  const guides = files.all.filter((one) => isGuide(one.place) && depthOf(one) === 1);
  const readmesFirst = guides.toSorted((a, b) => Number(isReadme(b.place)) - Number(isReadme(a.place)));
  for (const from of readmesFirst) {
    const code = asking.reader.read(from);
    if (typeof code === 'string') continue;
    const best = sectionsFor(from, code, 'needs').find(({ start, end }) => isMeant(code.rows.slice(start, end)));
    if (!best) continue;
    const { title, start, end } = best;
    page.say(`Under “${title}” it says in ${page.at(from, start)}`, from, code, { start, end });
    const rows = rowsOf(code)
      .slice(start + 1, end + 1)
      .filter((row) => row.trim() !== '');
    page.put(rows.map((row) => `> ${quotable(row.trim(), 200)}`).join('\n'));
    return true;
  }
  return false;
}

export const needs: Maker = async (asking) => {
  const want = wantOf(asking.query, 'needs');
  if (!want) return undefined;
  const files = await filesOf(asking);
  const kinds = want.kinds.filter((kind) => !files.own.has(kind)).map((kind) => kind.replace('.js', ''));
  const names = (text: string) => kinds.length === 0 || kinds.some((kind) => text.toLowerCase().includes(kind));
  const isOfLists = (section: string) => section.split('\n')[0]!.toLowerCase().includes('dependenc');
  const page = new Page(asking);
  const isMeant = (section: string) =>
    want.isOfDependencies ? isOfLists(section) : !isOfLists(section) && names(section);
  const isTold = putNeeds(files, isMeant, { asking, page });
  const found = (want.isOfDependencies ? dependenciesIn : versionsIn).flatMap((row) => {
    const isOfKind = kinds.some((kind) => spaced(row.of ?? '').includes(kind));
    return needsOf(row, files, asking).filter(
      ({ code, rows }) => isOfKind || names(code.rows.slice(rows.start, rows.end)),
    );
  });
  const listed = found.slice(0, maxNeeds).map(({ from, code, rows: { start, end } }) => {
    const shownEnd = Math.min(end, start + maxListRows - 1);
    const text = code.rows.slice(start, shownEnd) + (end > shownEnd ? `\n… (${end - shownEnd} more rows)` : '');
    const place = page.at(from, start);
    return start === end
      ? page.cited(`- ${inline(text.trim())} (${place})`, from, code, { start, end })
      : `${page.cited(`- ${place}`, from, code, { start, end })}\n\n${fenced(text, '')}\n`;
  });
  if (found.length > maxNeeds) listed.push(`- and ${found.length - maxNeeds} more`);
  if (listed.length > 0)
    page.put(`${want.isOfDependencies ? 'It depends on' : 'Its manifests ask for'}:\n\n${listed.join('\n')}`);
  return isTold || listed.length > 0 ? page.answer('run', score) : undefined;
};
