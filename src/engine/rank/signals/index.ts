/** All signals. Many tell nearly the same: redundancy is what holds on other repositories. */
import { cbfMax } from './cbfMax';
import { feedback } from './feedback';
import { cbfSum } from './cbfSum';
import { chunkSum } from './chunkSum';
import { nameHits } from './nameHits';
import { doc } from './doc';
import { expand } from './expand';
import { rootBm } from './rootBm';
import { namePrec } from './namePrec';
import { namePrecI } from './namePrecI';
import { nameF } from './nameF';
import { nameJoin } from './nameJoin';
import { nameXchunk } from './nameXchunk';
import { dirRec } from './dirRec';
import { bigram } from './bigram';
import { anchor } from './anchor';
import { cover } from './cover';
import { covDef } from './covDef';
import { funcSum } from './funcSum';
import { typeBest } from './typeBest';
import { symType } from './symType';
import { symDef } from './symDef';
import { test } from './test';
import { ex } from './ex';
import { prose } from './prose';
import { depth } from './depth';
import { foreign } from './foreign';
import { oldver } from './oldver';
import type { Signal, SketchSignal } from './signal';
export const signals: readonly Signal[] = [
  cbfMax,
  feedback,
  cbfSum,
  chunkSum,
  nameHits,
  doc,
  expand,
  rootBm,
  namePrec,
  namePrecI,
  nameF,
  nameJoin,
  nameXchunk,
  dirRec,
  anchor,
  covDef,
  cover,
  bigram,
  funcSum,
  typeBest,
  symType,
  symDef,
  test,
  ex,
  prose,
  depth,
  oldver,
  foreign,
];

/** Those that need no more than a sketch of each file. */
export const sketchSignals: readonly SketchSignal[] = [
  cbfMax,
  cbfSum,
  namePrec,
  namePrecI,
  nameF,
  nameJoin,
  dirRec,
  test,
  ex,
  prose,
  depth,
  oldver,
  foreign,
];
