/** Checks everything that can fail, and shows the result as a document that is safe to share. */
import { readdir, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import { homeFolder } from '../../contract/conventions';
import { defaultDiscoveryFolder } from '../../owner/discovery';
import { readServerSettings } from '../config';
import { reportText, type DoctorReport, type Finding, type Verdict } from './doctorReport';
import { isCancellation, assetCount, detachedText, fileCount, passageCount, readOnlyText } from '../notices';
import { gitPath } from '../git';
import { whereItGoes } from '../models/models';
import type { Quarry } from '../start/quarry';
import { sizeText } from '../size';
import { workspaceFolders } from '../start/windowFolders';
import { showReport } from '../tabs';
import type { Shell } from './command';

/** Response time above which a local server is reported as slow. */
const slowMs = 500;
const probeMs = 3_000;
const lowDiskBytes = 500 * 1024 * 1024;

/** @returns the report's text */
export async function runDoctor({ quarry }: Shell): Promise<string> {
  const text = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Quarry looks after itself') },
    () => examine(quarry),
  );
  await showReport(text);
  void offerCopy(text);
  return text;
}

async function offerCopy(text: string): Promise<void> {
  const copy = vscode.l10n.t('Copy');
  const said = vscode.l10n.t('The report names no people, folders or secrets, so that you can show it to others.');
  if ((await vscode.window.showInformationMessage(said, copy)) === copy) await vscode.env.clipboard.writeText(text);
}

async function examine(quarry: Quarry): Promise<string> {
  const status = await readStatus(quarry);
  const findings = [
    ...(status instanceof Error
      ? [finding(vscode.l10n.t('Service'), 'bad', whyNotServed(quarry, status))]
      : await served(quarry, status)),
    await storage(quarry),
    proxy(),
    await git(),
  ];
  const extension = quarry.version;
  const report: DoctorReport = {
    title: vscode.l10n.t('Quarry Doctor'),
    findings,
    facts: [
      [vscode.l10n.t('Quarry'), extension],
      [vscode.l10n.t('Editor'), `${vscode.env.appName} ${vscode.version}`],
      [vscode.l10n.t('Machine'), `${os.platform()} ${os.release()}, ${os.arch()}, Node ${process.versions.node}`],
      [vscode.l10n.t('Remote'), vscode.env.remoteName === undefined ? vscode.l10n.t('no') : vscode.l10n.t('yes')],
      [vscode.l10n.t('Folders'), `${workspaceFolders().length}`],
      [vscode.l10n.t('Trusted'), vscode.workspace.isTrusted ? vscode.l10n.t('yes') : vscode.l10n.t('no')],
    ],
  };
  return reportText(report, { home: homeFolder(), user: userName(), folders: workspaceFolders() });
}

/** The account name; empty when the account has a number only. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}

const finding = (subject: string, verdict: Verdict, text: string): Finding => ({ subject, verdict, text });

async function readStatus(quarry: Quarry): Promise<ServiceStatus | Error> {
  try {
    return await quarry.status();
  } catch (error) {
    if (isCancellation(error)) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}

function whyNotServed({ connection }: Quarry, { message }: Error): string {
  return connection.kind === 'failed' && connection.isDetached ? detachedText(connection.reason) : message;
}

async function served(quarry: Quarry, status: ServiceStatus): Promise<Finding[]> {
  return [
    owner(quarry, status),
    port(status),
    await probe(status),
    await discovery(status),
    ...store(status),
    index(status),
    model(quarry),
  ];
}

function owner({ connection }: Quarry, { pid, epoch, startedAt }: ServiceStatus): Finding {
  const isHere = connection.kind === 'connected' && connection.role === 'owner';
  const text = isHere
    ? vscode.l10n.t('This window owns the library: process {0}, epoch {1}, since {2}.', pid, epoch, startedAt)
    : vscode.l10n.t('Another window owns the library: process {0}, epoch {1}, since {2}.', pid, epoch, startedAt);
  return finding(vscode.l10n.t('Owner'), 'good', text);
}

function port({ baseUrl }: ServiceStatus): Finding {
  const wanted = readServerSettings().port;
  const isWanted = wanted === 0 || new URL(baseUrl).port === String(wanted);
  const text = isWanted
    ? vscode.l10n.t('Listens on {0}.', baseUrl)
    : vscode.l10n.t('Listens on {0}, because another program has taken port {1}.', baseUrl, wanted);
  return finding(vscode.l10n.t('Port'), isWanted ? 'good' : 'look', text);
}

/** Calls the server over its port, as other programs do, so that proxies and filters are detected. */
async function probe({ baseUrl, instance }: ServiceStatus): Promise<Finding> {
  const subject = vscode.l10n.t('Answers over the port');
  const began = performance.now();
  try {
    const response = await fetch(`${baseUrl}/.well-known/health`, { signal: AbortSignal.timeout(probeMs) });
    const ms = Math.round(performance.now() - began);
    if ((await response.text()) !== `ok:${instance}`) {
      return finding(subject, 'bad', vscode.l10n.t('Another program answers there. Restart Quarry’s service.'));
    }
    return finding(subject, ms < slowMs ? 'good' : 'look', vscode.l10n.t('Yes, within {0} ms.', ms));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return finding(subject, 'bad', vscode.l10n.t('No: {0}. A proxy must leave 127.0.0.1 alone.', reason));
  }
}

async function discovery({ baseUrl }: ServiceStatus): Promise<Finding> {
  const subject = vscode.l10n.t('Discovery file');
  const file = path.join(defaultDiscoveryFolder(), `${new URL(baseUrl).port}.json`);
  try {
    const { mode } = await stat(file);
    const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0;
    return isPrivate
      ? finding(subject, 'good', vscode.l10n.t('There, and only you can read it.'))
      : finding(subject, 'bad', vscode.l10n.t('Others can read it. Delete {0} and restart the service.', file));
  } catch {
    return finding(subject, 'look', vscode.l10n.t('Not there: other programs do not find the server by themselves.'));
  }
}

function store({ readOnly, repairs, assets }: ServiceStatus): Finding[] {
  const subject = vscode.l10n.t('Library');
  const state =
    readOnly === undefined
      ? finding(
          subject,
          'good',
          vscode.l10n.t('Whole: {0}, every change is on disk before it is confirmed.', assetCount(assets)),
        )
      : finding(subject, 'bad', readOnlyText(readOnly));
  return [state, ...repairs.map((repair) => finding(subject, 'look', repair))];
}

function index({ index: { state, isPaused, filesDone, filesTotal, roots } }: ServiceStatus): Finding {
  const subject = vscode.l10n.t('Index');
  const files = roots.reduce((sum, root) => sum + root.files, 0);
  const passages = roots.reduce((sum, root) => sum + root.passages, 0);
  if (isPaused) return finding(subject, 'look', vscode.l10n.t('Paused. Resume it in “Quarry: Show Server Status”.'));
  if (state === 'indexing')
    return finding(subject, 'good', vscode.l10n.t('Reads {0} of {1}.', filesDone, fileCount(filesTotal)));
  return finding(subject, 'good', vscode.l10n.t('Ready: {0} in {1}.', fileCount(files), passageCount(passages)));
}

function model({ models }: Quarry): Finding {
  const { endpointFault } = models.settings;
  const text = `${models.current().name}. ${whereItGoes(models)}.`;
  if (endpointFault !== undefined) return finding(vscode.l10n.t('Model'), 'look', `${text} ${endpointFault}`);
  return finding(vscode.l10n.t('Model'), 'good', text);
}

async function storage({ libraryFolder: { folder, fault } }: Quarry): Promise<Finding> {
  const subject = vscode.l10n.t('Disk');
  if (fault !== undefined) return finding(subject, 'bad', fault);
  try {
    const [{ bavail, bsize }, names] = await Promise.all([statfs(folder), readdir(folder)]);
    const free = bavail * bsize;
    return free < lowDiskBytes
      ? finding(subject, 'look', vscode.l10n.t('Only {0} are free where the library lies.', sizeText(free)))
      : finding(
          subject,
          'good',
          vscode.l10n.t('{0} free where the library lies ({1}).', sizeText(free), fileCount(names.length)),
        );
  } catch (error) {
    return finding(subject, 'bad', vscode.l10n.t('The library’s folder cannot be read: {0}', String(error)));
  }
}

function proxy(): Finding {
  const setting = vscode.workspace.getConfiguration('http').get<string>('proxy');
  const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].filter(
    (name) => process.env[name] ?? process.env[name.toLowerCase()],
  );
  const sources = [...(setting ? ['http.proxy'] : []), ...variables];
  const text =
    sources.length === 0
      ? vscode.l10n.t('None is set. Quarry itself makes no request beyond this machine.')
      : vscode.l10n.t('Set by {0}. Quarry itself makes no request beyond this machine.', sources.join(', '));
  return finding(vscode.l10n.t('Proxy'), 'good', text);
}

async function git(): Promise<Finding> {
  const subject = vscode.l10n.t('Git');
  if (!vscode.workspace.isTrusted) {
    return finding(
      subject,
      'look',
      vscode.l10n.t('Not run: the workspace is not trusted. Origins and people are unknown.'),
    );
  }
  const found = await gitPath();
  return found === undefined
    ? finding(subject, 'look', vscode.l10n.t('Not found: origins and people are unknown.'))
    : finding(subject, 'good', vscode.l10n.t('Found.'));
}
