/**
 * Finds code that also stands in what the engine is measured on, so that it can be left out: the same code when only
 * letters and digits are compared, or much of the same runs of eight words. Must not know: terms, weights.
 */
import fs from 'node:fs';
import zlib from 'node:zlib';

const runLength = 8;
/** Share of a piece's runs that may be known: idioms repeat. */
const maxKnownShare = 0.2;

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

function runsOf(text: string): number[] {
  const words = text.match(/\w+/g) ?? [];
  const runs: number[] = [];
  for (let at = 0; at + runLength <= words.length; at += 1) runs.push(hash(words.slice(at, at + runLength).join(' ')));
  return runs;
}

function normalised(text: string): number {
  return hash(text.replace(/[^A-Za-z0-9]+/g, ''));
}

export class KeepOut {
  private readonly wholes = new Set<number>();
  private readonly runs = new Set<number>();

  add(text: string): void {
    this.wholes.add(normalised(text));
    // Comments may be missing on the other side: without them, the code alone is compared too.
    const bare = text.replace(/"""[^]*?"""|'''[^]*?'''|\/\*[^]*?\*\/|(?:#|\/\/).*$/gm, ' ');
    this.wholes.add(normalised(bare));
    for (const run of [...runsOf(text), ...runsOf(bare)]) this.runs.add(run);
  }

  /** Files of one JSON object per row with a `text`, plain or compressed by gzip. */
  addFile(file: string): void {
    const bytes = fs.readFileSync(file);
    const rows = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8').split('\n');
    for (const row of rows.filter((line) => line !== '')) {
      const parsed: unknown = JSON.parse(row);
      if (typeof parsed === 'object' && parsed !== null && 'text' in parsed) this.add(String(parsed.text));
    }
  }

  has(code: string): boolean {
    if (this.wholes.size === 0) return false;
    if (this.wholes.has(normalised(code))) return true;
    const runs = runsOf(code);
    const known = runs.filter((run) => this.runs.has(run)).length;
    return known >= 2 && known > runs.length * maxKnownShare;
  }
}
