// Makes a picture of a screen small: what ships in the VSIX has at most 256 colours, which is a quarter of the bytes of a
// browser's own pictures and looks the same. `node test/rig/pictures.mjs FILE...` rewrites the files.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples a pixel, by the colour type of the header: true colour without and with transparency. */
const samplesOf = { 2: 3, 6: 4 };
const maxColours = 256;

function chunksOf(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** What a row's filter guesses of a byte from those around it. */
const guesses = [
  () => 0,
  (left) => left,
  (left, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => paeth(left, up, corner),
];

/** The rows' bytes, with their filters undone. */
function unfiltered(rows, stride, samples) {
  const height = rows.length / (stride + 1);
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const guess = guesses[rows[y * (stride + 1)]];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= samples ? bytes[at - samples] : 0;
      const up = y > 0 ? bytes[at - stride] : 0;
      const corner = x >= samples && y > 0 ? bytes[at - stride - samples] : 0;
      bytes[at] = rows[y * (stride + 1) + 1 + x] + guess(left, up, corner);
    }
  }
  return bytes;
}

const distance = (a, b) => a.reduce((sum, sample, i) => sum + (sample - b[i]) ** 2, 0);

/** The colours that stand most often, and for each of the others the nearest of them. */
function paletteOf(pixels) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([pixel]) => pixel);
  const samples = (pixel) => [pixel >>> 24, (pixel >>> 16) & 255, (pixel >>> 8) & 255, pixel & 255];
  const palette = byCount.slice(0, maxColours).map(samples);
  const places = new Map(byCount.slice(0, maxColours).map((pixel, place) => [pixel, place]));
  for (const pixel of byCount.slice(maxColours)) {
    const own = samples(pixel);
    const distances = palette.map((colour) => distance(colour, own));
    places.set(pixel, distances.indexOf(Math.min(...distances)));
  }
  return { palette, places };
}

function chunk(name, data) {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(zlib.crc32(body));
  return Buffer.concat([head, body, check]);
}

/** @returns the picture with a palette; a picture that has one already, or is of another kind, as it is */
export function withPalette(png) {
  const chunks = chunksOf(png);
  const header = chunks.find(({ name }) => name === 'IHDR').data;
  const samples = samplesOf[header[9]];
  if (samples === undefined || header[8] !== 8 || header[12] !== 0) return png;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = zlib.inflateSync(Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)));
  const bytes = unfiltered(rows, width * samples, samples);
  const pixels = Array.from({ length: width * height }, (_, i) => {
    const at = i * samples;
    const alpha = samples === 4 ? bytes[at + 3] : 255;
    return ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | alpha) >>> 0;
  });
  const { palette, places } = paletteOf(pixels);
  const indexed = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, i) => (indexed[i + Math.floor(i / width) + 1] = places.get(pixel)));
  const ownHeader = Buffer.from(header);
  ownHeader[9] = 3;
  return Buffer.concat([
    signature,
    chunk('IHDR', ownHeader),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => colour[3]))),
    chunk('IDAT', zlib.deflateSync(indexed, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of process.argv.slice(2)) fs.writeFileSync(file, withPalette(fs.readFileSync(file)));
}
