/** Host and Origin fields, good and bad, as programs, proxies and attackers send them. */

export const allowedHost = 'box-39300.forward.example';

export const goodHosts = [
  'localhost',
  'LOCALHOST',
  'localhost:39300',
  'localhost:1',
  '127.0.0.1',
  '127.0.0.1:8080',
  '[::1]',
  '[::1]:39300',
  allowedHost,
  'BOX-39300.forward.example:443',
];

export const badHosts = [
  '',
  'evil.example',
  'evil.example:39300',
  'localhost.evil.example',
  'evil-localhost',
  'sub.localhost',
  'localhost.',
  'localhost:',
  'localhost:39300:39300',
  'localhost:123456',
  'localhost:abc',
  'localhost/',
  'localhost evil.example',
  'user@localhost',
  'localhost@evil.example',
  '127.1',
  '127.0.0.2',
  '127.0.0.1.nip.io',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '0.0.0.0',
  '::1',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
  '[::1',
  'forward.example',
  'x.box-39300.forward.example',
];

export const allowedOrigins = ['http://localhost:3000', 'https://pages.example', 'HTTP://Upper.example/'];

export const badOrigins = [
  'null',
  '',
  'file://',
  'http://localhost',
  'http://localhost:39300',
  'http://127.0.0.1:3000',
  'https://localhost:3000',
  'http://localhost:30000',
  'http://localhost:3000.evil.example',
  'http://evil.example',
  'http://pages.example',
  'https://sub.pages.example',
  'https://pages.example.evil.example',
  'https://pages.example@evil.example',
  'chrome-extension://abcdefghijklmnop',
  'vscode-webview://1234',
];
