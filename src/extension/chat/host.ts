/** What the chat needs of the shell. */
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { ServiceStatus } from '../../contract/schemas/service';
import { Hint } from '../errors';
import type { LibraryModel } from '../library/libraryModel';
import type { Models } from '../models/models';
import type { Quarry } from '../start/quarry';

export interface ChatHost {
  readonly api: Api;
  /** Where programs reach the service. */
  readonly status: Quarry['status'];
  /** Rows that the window knows already: names are looked for at every key, also among 10,000 assets. */
  readonly library: Pick<LibraryModel, 'all'>;
  readonly log: vscode.LogOutputChannel;
  readonly models: Pick<
    Models,
    | 'current'
    | 'settings'
    | 'useLocal'
    | 'consent'
    | 'prepare'
    | 'prepareRanking'
    | 'rankingDestination'
    | 'onDidChange'
  >;
  /** The service was reached, or lost: what could not be read then may be there now. */
  readonly onDidChangeConnection?: vscode.Event<unknown>;
  /** What was last read of the service, each time it is. */
  readonly onDidReadStatus?: vscode.Event<ServiceStatus>;
}

/** What people are told of a fault; anything not worded for them is for the log alone. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof Hint
    ? error.message
    : vscode.l10n.t('Something went wrong in Quarry. The log says more.');
}
