/** The promise table as code: one row, one file. */
import type { Row } from '../row';
import { browserPage } from './browserPage';
import { calmWindows } from './calmWindows';
import { clockChanges } from './clockChanges';
import { closedPlaces } from './closedPlaces';
import { crossSite } from './crossSite';
import { damagedFiles } from './damagedFiles';
import { deepJson } from './deepJson';
import { failingCalls } from './failingCalls';
import { foreignHost } from './foreignHost';
import { framingTricks } from './framingTricks';
import { fullDisk } from './fullDisk';
import { goneReaders } from './goneReaders';
import { hostileNames } from './hostileNames';
import { hostileRepository } from './hostileRepository';
import { hugeBodies } from './hugeBodies';
import { ignoreRules } from './ignoreRules';
import { largeImport } from './largeImport';
import { leaks } from './leaks';
import { liveContent } from './liveContent';
import { longLists } from './longLists';
import { malformedBodies } from './malformedBodies';
import { leftAnnouncements } from './leftAnnouncements';
import { manyFiles } from './manyFiles';
import { manyStart } from './manyStart';
import { memoryCeiling } from './memoryCeiling';
import { mixedLoad } from './mixedLoad';
import { normalLoad } from './normalLoad';
import { oddDataFolders } from './oddDataFolders';
import { oddFiles } from './oddFiles';
import { overload } from './overload';
import { ownerFrozen } from './ownerFrozen';
import { ownerKilled } from './ownerKilled';
import { otherAccount } from './otherAccount';
import { otherInterfaces } from './otherInterfaces';
import { pollution } from './pollution';
import { portTaken } from './portTaken';
import { powerCut } from './powerCut';
import { promptInjection } from './promptInjection';
import { providerFaults } from './providerFaults';
import { regexCost } from './regexCost';
import { schemaChange } from './schemaChange';
import { seededSecrets } from './seededSecrets';
import { secondSignal } from './secondSignal';
import { shutdown } from './shutdown';
import { slowSenders } from './slowSenders';
import { snapshotCost } from './snapshotCost';
import { startsEverywhere } from './startsEverywhere';
import { storeKilled } from './storeKilled';
import { streamAbuse } from './streamAbuse';
import { supplyChain } from './supplyChain';
import { traversal } from './traversal';
import { unreachableOwner } from './unreachableOwner';
import { untrustedWorkspace } from './untrustedWorkspace';
import { writeCost } from './writeCost';
import { wrongCredential } from './wrongCredential';

export const rows: readonly Row[] = [
  ...[foreignHost, crossSite, browserPage, otherAccount, otherInterfaces, wrongCredential, traversal],
  ...[oddFiles, manyFiles, ignoreRules, closedPlaces],
  ...[
    seededSecrets,
    promptInjection,
    liveContent,
    hostileNames,
    untrustedWorkspace,
    supplyChain,
    pollution,
    hostileRepository,
  ],
  ...[malformedBodies, deepJson, hugeBodies, framingTricks, slowSenders, streamAbuse, regexCost],
  ...[storeKilled, powerCut, failingCalls, fullDisk, damagedFiles],
  ...[schemaChange, clockChanges, writeCost, snapshotCost, oddDataFolders, startsEverywhere],
  ...[ownerKilled, ownerFrozen, manyStart, portTaken, calmWindows, unreachableOwner, leftAnnouncements],
  ...[
    normalLoad,
    overload,
    goneReaders,
    leaks,
    mixedLoad,
    memoryCeiling,
    longLists,
    largeImport,
    shutdown,
    secondSignal,
    providerFaults,
  ],
];
