/**
 * What a project is called: by its manifest, by the title of its README, by the folder that holds them. "What is zod?"
 * asks of the whole where the project is called zod. Pure functions of text.
 */
import { isManifest, isReadme } from './overview';
import { headingIn, isUnderline, withoutLinks } from '../languages/markdown';

/** A file as the question's space knows it. */
interface Told {
  /** Path, as long as it is known. */
  place: string;
  text: string;
}

/** "@scope/Some-Name.js" and "some name" are one. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@[^/]{1,100}\//, '')
    .replace(/\.(?:js|ts|py|rs|go|net)$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const nameRow = /^\s*["']?name["']?\s*[:=]\s*["']([^"'\n]{1,100})["']/;
const moduleRow = /^module\s+(\S{1,200})/;
/** A name stands at the top; further down it is that of a dependency or of an author. */
const maxNameRow = 40;

function nameInManifest({ text }: Told): string[] {
  for (const row of text.split('\n').slice(0, maxNameRow)) {
    const path = moduleRow.exec(row)?.[1];
    if (path !== undefined)
      return [
        path
          .replace(/\/v\d{1,3}$/, '')
          .split('/')
          .at(-1) ?? path,
      ];
    const name = nameRow.exec(row)?.[1];
    if (name !== undefined) return [name];
  }
  return [];
}

const htmlHeading = /<h1[^>]{0,100}>(.{1,200}?)<\/h1>/i;
/** A heading further in is of a part of it. */
const titleIn = (row: string): string | undefined => {
  const found = headingIn(row);
  return found && found.level <= 2 ? found.title : htmlHeading.exec(row)?.[1];
};

/** The first heading, up to what it says of itself: "Zod – schemas for all". */
function titleOfReadme({ text }: Told): string[] {
  const rows = text.split('\n').slice(0, maxNameRow);
  const under = rows.findIndex((row, place) => place > 0 && isUnderline(row) && (rows[place - 1] ?? '').trim() !== '');
  const title = rows.map(titleIn).find((one) => one !== undefined) ?? rows[under - 1];
  if (title === undefined) return [];
  const bare = withoutLinks(title, '$1').replace(/<[^>]{1,200}>/g, '');
  return [bare, bare.split(/\s[-–—|]|:\s|\s\(/)[0] ?? bare];
}

function namesOf(told: Told): string[] {
  const folder = told.place.split(/[\\/]/).at(-2);
  const own = isManifest(told.place) ? nameInManifest(told) : titleOfReadme(told);
  return folder === undefined ? own : [...own, folder];
}

/** Whether a README or a manifest is one of a project of this name. */
export function isCalled(name: string, told: Told): boolean {
  if (!isReadme(told.place) && !isManifest(told.place)) return false;
  const wanted = plain(name);
  return wanted !== '' && namesOf(told).some((known) => plain(known) === wanted);
}
