/** The promise table as code: one row, one file. */
import type { Row } from '../row';
import { damagedFiles } from './damagedFiles';
import { failingCalls } from './failingCalls';
import { fullDisk } from './fullDisk';
import { manyStart } from './manyStart';
import { ownerFrozen } from './ownerFrozen';
import { ownerKilled } from './ownerKilled';
import { powerCut } from './powerCut';
import { storeKilled } from './storeKilled';

export const rows: readonly Row[] = [
  ...[storeKilled, powerCut, failingCalls, fullDisk, damagedFiles],
  ...[ownerKilled, ownerFrozen, manyStart],
];
