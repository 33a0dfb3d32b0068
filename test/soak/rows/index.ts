/** The promise table as code: one row, one file. */
import type { Row } from '../row';
import { powerCut } from './powerCut';

export const rows: readonly Row[] = [powerCut];
