/** What is known of a unit and how it meets the question: the numbers that its rating is made of. */
import type { Marks } from './marks';
import type { Surroundings } from './surroundings';

export interface Features extends Marks, Surroundings {
  /** Shares in [0, 1] of the question's worth: in the unit, with its surroundings, in its passage. */
  unit: number;
  around: number;
  passage: number;
  /** Retrieval score of the passage, and its place in the list: 1 for the first, 0 for the last that counts. */
  retrieval: number;
  place: number;
  form: number;
  pairs: number;
  quoted: number;
  named: number;
  /** Share of the question's worth in the names of the place: of its definition and its file. */
  topic: number;
  /** Of a value: its name is of the measure asked for. */
  measure: number;
  /** Of a value: share of what is measured that its own name and comment hold; less where only its surroundings do. */
  noun: number;
  /** Of a value: it stands under the key that was asked for. */
  lookup: number;
  /** The verb that a way or a place is asked for is said: by itself, or by its definition. */
  verb: number;
  /** It says the opposite of what is asked: "clear" for "start". */
  opposite: number;
  test: number;
  /** Of an error's own definition, where no error is asked for. */
  errorClass: number;
  long: number;
}
