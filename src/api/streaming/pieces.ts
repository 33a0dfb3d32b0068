/** Cuts an answer into the pieces that the stream sends one by one. */

/** About a line of text a frame: fine enough to read along, and a long answer stays below some hundred frames. */
const wordsPerPiece = 12;

/** Whole words with the space before them; a new paragraph begins a new piece. Joined they are the text exactly. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let words = 0;
  for (const [word] of text.matchAll(/\s+\S*|\S+/g)) {
    const startsParagraph = /^\s*\n\s*\n/.test(word);
    if (piece !== '' && word.trim() !== '' && (words === wordsPerPiece || startsParagraph)) {
      pieces.push(piece);
      piece = '';
      words = 0;
    }
    piece += word;
    words += 1;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
