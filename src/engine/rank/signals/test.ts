/**
 * test: the file holds tests, and the question is not about tests. Idea: tests repeat the words of what they test.
 * Source: our ablation, +.03 to +.14 where tests are indexed. Worth: @test@
 */
import { perFile, type Signal } from './signal';

export const test: Signal = {
  name: 'test',
  isPrior: true,
  of: (evidence) => perFile(evidence, ({ roles }) => (!evidence.question.about.tests && roles.isTest ? 1 : 0)),
};
