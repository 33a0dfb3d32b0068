/**
 * symDef: the file declares a name the question asks for, in any spelling. Idea: as symType, where the grammar gives no
 * symbol or the definition is too small for a passage of its own. Worth: @symDef@
 */
import { declaredMark } from '../../text/tokens';
import type { Evidence } from '../evidence';
import { fileTableOf } from '../fileTable';
import type { Signal } from './signal';

function of({ files, question, scorer }: Evidence): Float64Array {
  const declared = new Float64Array(files.length);
  const places = new Map(files.map(({ piece, row }, at) => [`${piece}:${row}`, at]));
  const tables = scorer.searched.map(({ segment }) => fileTableOf(segment));
  for (const symbol of question.symbols) {
    scorer.eachPosting(declaredMark + symbol, (piece, passage) => {
      const at = places.get(`${piece}:${tables[piece]?.rowOf[passage] ?? -1}`);
      if (at !== undefined) declared[at] = 1;
    });
  }
  return declared;
}

export const symDef: Signal = { name: 'symDef', of };
