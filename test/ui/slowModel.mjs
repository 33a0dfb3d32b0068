// An OpenAI-compatible server on this machine: it says the beginning of its answer, and the rest only when it is let go on.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

export async function startModel() {
  const state = { isHeld: true };
  const server = http.createServer((request, response) => {
    request.resume();
    if (!request.url.endsWith('/chat/completions')) return void response.end('{"data":[]}');
    const say = (content) => response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    say('The limit is compared with the length of the body [1]');
    if (state.isHeld) return;
    say(' and the rest is said as well.');
    response.write(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { state, url, close };
}

/** Of a remote machine the editor takes such settings from here only. */
export function useModel(rig, model, more = {}) {
  const machine = path.join(rig.dataDir, 'Machine');
  const settings = {
    'quarry.model.default': 'endpoint',
    'quarry.model.endpoint': model.url,
    'quarry.model.endpointModel': 'slow',
    ...more,
  };
  fs.mkdirSync(machine, { recursive: true });
  fs.writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(settings));
}
