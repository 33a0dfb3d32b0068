/**
 * funcSum: the five definitions of the file whose names fit the question best. Idea: a file answers with the functions
 * it holds. Source: our ablation. Cost: the symbols of the files' passages, split once. Worth: @funcSum@
 */
import { balanced } from '../wordMatch';
import { perFile, type Signal } from './signal';

const counted = 5;

export const funcSum: Signal = {
  name: 'funcSum',
  of: (evidence) =>
    perFile(evidence, (file) => {
      const fits: number[] = [];
      for (let passage = file.first; passage < file.end; passage += 1) {
        const words = evidence.isAlive(file, passage) ? evidence.symbolOf(file, passage) : undefined;
        if (words) fits.push(balanced(evidence.words.cover(words.own)));
      }
      fits.sort((a, b) => b - a);
      return fits.slice(0, counted).reduce((sum, fit) => sum + fit, 0);
    }),
};
