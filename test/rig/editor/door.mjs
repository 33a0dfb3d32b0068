// The only way into the browser-served editor that a person opens: a loopback port that asks for a key once, then knows
// the browser by its cookie, and carries everything to the editor's socket file. An editor can run programs, so
// neither another user of this machine nor a page in the browser (a name that resolves to 127.0.0.1) may get in.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';

/** Tried first, because a browser keeps the editor's layout by address. */
const preferredPort = 39380;

const isSame = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server.address().port));
  });
}

/** @returns {Promise<{ url: string, close: () => void }>} the address that lets its first caller in */
export async function openDoor({ socketPath, folder }) {
  const key = randomBytes(24).toString('base64url');
  let port;
  const cookieName = () => `quarry-editor-${port}`; // cookies do not know ports
  const knows = (req) => {
    const cookies = (req.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('='));
    return cookies.some(([name, value]) => name === cookieName() && isSame(value ?? '', key));
  };
  const isLocalName = (req) => [`127.0.0.1:${port}`, `localhost:${port}`].includes(req.headers.host);
  const onward = (req) => http.request({ socketPath, path: req.url, method: req.method, headers: req.headers });

  const server = http.createServer((req, res) => {
    const query = new URL(req.url, 'http://localhost').searchParams;
    const brings = isSame(query.get('key') ?? '', key);
    if (!isLocalName(req) || !(brings || knows(req))) {
      res.writeHead(403, { 'content-type': 'text/plain' });
      res.end('Open the address that `npm start` printed, with its key.');
      return;
    }
    const upstream = onward(req);
    upstream.on('response', (answer) => {
      const headers = { ...answer.headers };
      if (brings) headers['set-cookie'] = `${cookieName()}=${key}; Path=/; HttpOnly; SameSite=Strict`;
      res.writeHead(answer.statusCode, headers);
      answer.pipe(res);
    });
    upstream.on('error', (error) => {
      if (!res.headersSent) res.writeHead(502, { 'content-type': 'text/plain' });
      res.end(`The editor does not answer: ${error.message}`);
    });
    req.pipe(upstream);
  });

  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!isLocalName(req) || !knows(req)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const upstream = onward(req);
    upstream.on('upgrade', (answer, editor, editorHead) => {
      const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
      }
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(editorHead);
      editor.write(head);
      editor.on('error', () => socket.destroy());
      editor.on('close', () => socket.destroy());
      socket.on('close', () => editor.destroy());
      editor.pipe(socket).pipe(editor);
    });
    // The editor refused: nothing to carry.
    upstream.on('response', () => socket.destroy());
    upstream.on('error', () => socket.destroy());
    upstream.end();
  });

  try {
    port = await listen(server, preferredPort);
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    port = await listen(server, 0);
  }
  const query = new URLSearchParams({ folder, key });
  return {
    url: `http://127.0.0.1:${port}/?${query}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
