/**
 * nameJoin: the whole file name, written as one word, is a word or two neighbouring words of the question. Idea: "route
 * group" is `routergroup.go`. Source: our ablation; the strongest name signal for symbols. Worth: none alone; its like
 * stand in for it.
 */
import { joinedMark } from '../../text/tokens';
import { perFile, type SketchSignal } from './signal';

export const nameJoin: SketchSignal = {
  name: 'nameJoin',
  of: (evidence) =>
    perFile(evidence, ({ path }) => {
      const { terms, symbols } = evidence.question;
      return terms.has(path.joined) || symbols.includes(path.joined.slice(joinedMark.length)) ? 1 : 0;
    }),
};
