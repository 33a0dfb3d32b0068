/**
 * Offers the service's tools to the editor's own agents, so that no setup is needed, and keeps the launcher that other
 * agents start pointing to this version.
 */
import path from 'node:path';
import * as vscode from 'vscode';
import { refreshLauncher } from '../../connect/agents';
import { homeFolder } from '../../contract/conventions';
import type { Quarry } from './quarry';
import { workspaceFolders } from './windowFolders';

/** The provider's id in the manifest. */
const providerId = 'quarry';
/** Header with a client's folders: `foldersHeader` in server/mcp/mcpServer.ts. */
const foldersHeader = 'quarry-folders';

export function offerAgentTools(quarry: Quarry): vscode.Disposable {
  const commandLine = path.join(quarry.extensionUri.fsPath, 'dist', 'cli.js');
  refreshLauncher({ home: homeFolder(), platform: process.platform, node: process.execPath, commandLine }).catch(
    (error: unknown) => quarry.log.warn(`Agents that start Quarry may get an older version: ${String(error)}`),
  );
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions(cancellation) {
      if (quarry.connection.kind !== 'connected') return []; // offered once connected
      const aborting = new AbortController();
      cancellation.onCancellationRequested(() => aborting.abort());
      const { baseUrl } = await quarry.status(aborting.signal);
      const folders = workspaceFolders().map(encodeURIComponent).join(',');
      const headers: Record<string, string> = folders === '' ? {} : { [foldersHeader]: folders };
      const address = vscode.Uri.parse(`${baseUrl}/mcp`);
      return [new vscode.McpHttpServerDefinition('Quarry', address, headers, quarry.version)];
    },
    // Resolved only when the server is really started, because the editor stores its definition.
    resolveMcpServerDefinition(server) {
      if (quarry.token !== undefined) server.headers = { ...server.headers, Authorization: `Bearer ${quarry.token}` };
      return server;
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.lm.registerMcpServerDefinitionProvider(providerId, provider),
    quarry.onDidChangeConnection(({ kind }) => kind === 'connected' && changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
  );
}
