/** The promise table as code: one row, one file. */
import type { Row } from '../row';
import { browserPage } from './browserPage';
import { crossSite } from './crossSite';
import { damagedFiles } from './damagedFiles';
import { failingCalls } from './failingCalls';
import { foreignHost } from './foreignHost';
import { fullDisk } from './fullDisk';
import { manyStart } from './manyStart';
import { oddFiles } from './oddFiles';
import { ownerFrozen } from './ownerFrozen';
import { ownerKilled } from './ownerKilled';
import { pollution } from './pollution';
import { powerCut } from './powerCut';
import { storeKilled } from './storeKilled';
import { traversal } from './traversal';
import { wrongCredential } from './wrongCredential';

export const rows: readonly Row[] = [
  ...[foreignHost, crossSite, browserPage, wrongCredential, traversal, oddFiles, pollution],
  ...[storeKilled, powerCut, failingCalls, fullDisk, damagedFiles],
  ...[ownerKilled, ownerFrozen, manyStart],
];
