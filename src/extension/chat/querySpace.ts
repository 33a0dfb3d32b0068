/** What the commands search: the folders of this window and the library. */
import type { QGPTRelevanceInput } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/seeds';
import { wordOf } from '../languages';
import type { Piece } from '../library/saving';
import { workspaceFolders } from '../start/windowLease';

/** The contract's limit of a query. */
const maxQuery = 100_000;

/** As much of the text as the interface takes for a question. */
export function queryOf(text: string): string {
  return text.slice(0, maxQuery);
}

/** All folders of this window and the library. */
export function everywhere(): Pick<QGPTRelevanceInput, 'paths' | 'options'> {
  const paths = workspaceFolders();
  return { ...(paths.length > 0 && { paths }), options: { database: true } };
}

/** Selected code as something to be asked about. */
export function seedOf({ uri, languageId = 'plaintext', text, lines }: Piece): Seed {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const ext = wordOf(languageId, name);
  return {
    type: 'SEEDED_ASSET',
    asset: {
      metadata: { name },
      format: { fragment: { string: { raw: text }, metadata: { name, ...(ext !== undefined && { ext }) } } },
    },
    ...(uri.scheme === 'file' && { anchor: { type: 'FILE', fullpath: uri.fsPath, ...(lines && { lines }) } }),
  };
}
