/** Code becomes an asset: text with language and origin goes out, the service adds title and tags. */
import * as vscode from 'vscode';
import type { Asset } from '../contract/schemas/assets';
import type { Seed } from '../contract/schemas/seeds';
import { titleOf } from './assets';
import { Hint } from './errors';
import { wordOf } from './languages';
import { originOf, type Place } from './origin';
import type { Quarry } from './quarry';

export interface Piece extends Place {
  text: string;
  /** Its title; made by the service when absent. */
  name?: string;
}

const noticeMs = 4_000;
const platforms: Partial<Record<NodeJS.Platform, string>> = { darwin: 'MACOS', linux: 'LINUX', win32: 'WINDOWS' };

/** @throws Hint when no piece has any text */
export async function savePieces(quarry: Quarry, pieces: readonly Piece[]): Promise<Asset[]> {
  const filled = pieces.filter(({ text }) => text.trim() !== '');
  if (filled.length === 0) throw new Hint(vscode.l10n.t('There is nothing to save: the text is empty.'));
  const saved: Asset[] = [];
  try {
    for (const piece of filled) {
      const body = await seedOf(piece);
      saved.push(await quarry.api.assetsCreateNewAsset({ query: { transferables: false }, body }));
    }
  } finally {
    const last = saved.at(-1);
    if (last) quarry.assetsChanged({ saved: last.id });
  }
  vscode.window.setStatusBarMessage(noticeOf(saved), noticeMs);
  return saved;
}

function noticeOf(saved: readonly Asset[]): string {
  const [only] = saved;
  return only && saved.length === 1
    ? vscode.l10n.t('$(check) Saved “{0}”', titleOf(only))
    : vscode.l10n.t('$(check) Saved {0} assets', saved.length);
}

async function seedOf(piece: Piece): Promise<Seed> {
  const { uri, text, languageId = 'plaintext', name } = piece;
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const ext = wordOf(languageId, fileName);
  const platform = platforms[process.platform] ?? 'UNKNOWN';
  return {
    type: 'SEEDED_ASSET',
    asset: {
      application: { name: 'VS_CODE', version: vscode.version, platform },
      metadata: {
        mechanism: 'MANUAL',
        origin: await originOf(piece, text),
        ...(name !== undefined && { name }),
      },
      format: { fragment: { string: { raw: text }, metadata: { name: fileName, ...(ext !== undefined && { ext }) } } },
    },
  };
}
