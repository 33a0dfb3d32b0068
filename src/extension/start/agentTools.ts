/**
 * Offers the tools of this service to the agents of the editor itself, so that whoever installs Quarry is connected;
 * and keeps the program that other agents start leading to this version.
 */
import path from 'node:path';
import * as vscode from 'vscode';
import { refreshLauncher } from '../../connect/agents';
import { homeFolder } from '../../contract/conventions';
import type { Quarry } from './quarry';
import { workspaceFolders } from './windowFolders';

/** As the manifest names it. */
const providerId = 'quarry';
/** Where the server reads the folders of a client: `foldersHeader` in server/mcp/mcpServer.ts. */
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
      if (quarry.connection.kind !== 'connected') return []; // offered as soon as it is
      const aborting = new AbortController();
      cancellation.onCancellationRequested(() => aborting.abort());
      const { baseUrl } = await quarry.status(aborting.signal);
      const folders = workspaceFolders().map(encodeURIComponent).join(',');
      const headers: Record<string, string> = folders === '' ? {} : { [foldersHeader]: folders };
      const address = vscode.Uri.parse(`${baseUrl}/mcp`);
      return [new vscode.McpHttpServerDefinition('Quarry', address, headers, quarry.version)];
    },
    // Only when it is really started: what is offered is kept by the editor.
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
