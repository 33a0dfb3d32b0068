/**
 * The places of an answer that is not sure: the code of the first one is open, every other one is a row that opens its
 * code. Only what is shown: what is copied or exported is the answer's text.
 */
import { tierOf, type Source, type Turn } from '../../chat/turns';
import { icon } from './icons';
import { nameAmong, shortLines } from './sources';

/** The folds by their code, so that what somebody has opened stays open when the answer is drawn again. */
const folds = new WeakMap<HTMLElement, HTMLDetailsElement>();

const isCode = (node: HTMLElement): boolean => node.classList.contains('code-block');

/** The sources that the sentence above a place's code cites; empty while one of them is not known. */
function citedIn(told: HTMLElement, { sources }: Turn): Source[] {
  const numbers = [...told.querySelectorAll<HTMLElement>('.citation')].map(({ dataset }) => Number(dataset.citation));
  const cited = numbers.flatMap((number) => sources[number - 1] ?? []);
  return cited.length === numbers.length ? cited : [];
}

/** What a place is called: what stands before the name of its file, without the word between them; empty for a file alone. */
function symbolIn(told: HTMLElement): string {
  const file = [...told.querySelectorAll('code')].at(-1);
  if (!file) return '';
  const before = document.createRange();
  before.selectNodeContents(told);
  before.setEndBefore(file);
  return before.toString().trim().replace(/ in$/, '');
}

function part(name: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
}

/** The row of a place: its file, from where to where it is shown, and what stands there. */
function rowOf(told: HTMLElement, cited: readonly Source[], { sources }: Turn): HTMLElement {
  const row = document.createElement('summary');
  const [first] = cited;
  const lines = cited.flatMap((one) => one.lines ?? []);
  const start = Math.min(...lines.map((one) => one.start));
  const end = Math.max(...lines.map((one) => one.end));
  const isGone = cited.every(({ gone }) => gone !== undefined);
  row.title = [told.textContent.trim(), ...(isGone ? [first?.gone] : [])].join('. ');
  row.classList.toggle('gone', isGone);
  row.append(
    icon('chevron'),
    part('source-name', nameAmong(sources, first!)),
    part('source-lines', lines.length === 0 ? '' : shortLines({ lines: { start, end } })),
    part('place-symbol', symbolIn(told)),
  );
  return row;
}

/** @param nodes blocks of an answer, a sentence above the code of each place */
export function withFoldedPlaces(nodes: readonly HTMLElement[], turn: Turn): readonly HTMLElement[] {
  const tier = tierOf(turn);
  if (tier !== 'places' && tier !== 'unsure') return nodes;
  const first = nodes.findIndex(isCode);
  return nodes.flatMap((node, at) => {
    if (at <= first) return [node];
    const [told, code] = isCode(node) ? [nodes[at - 1]!, node] : [node, nodes[at + 1]];
    if (!code || !isCode(code) || isCode(told)) return [node];
    const cited = citedIn(told, turn);
    if (cited.length === 0) return [node];
    return code === node ? [foldOf(code, told, rowOf(told, cited, turn))] : [];
  });
}

function foldOf(code: HTMLElement, told: HTMLElement, row: HTMLElement): HTMLElement {
  const known = folds.get(code);
  const shown = known?.querySelector('summary');
  if (known && shown) {
    // Written over and not replaced, for it may have the focus.
    shown.title = row.title;
    shown.className = row.className;
    shown.replaceChildren(...row.childNodes);
    return known;
  }
  const fold = document.createElement('details');
  fold.className = 'place';
  fold.append(row, told, code);
  folds.set(code, fold);
  return fold;
}
