import assert from 'node:assert/strict';
import fc from 'fast-check';
import { classify, languageName, wordOf } from '../../../src/api/assets/describe/recognise';
import { specificClassifications } from '../../../src/contract/schemas/values';
import { processorMs } from '../processorTime';

const specificOf = (clues: Parameters<typeof classify>[0]) => classify(clues).specific;

describe('the language of a piece of content', () => {
  it('is what the caller says before all else, by ending or by name', () => {
    for (const [ext, word] of [
      ['ts', 'ts'],
      ['.PY', 'py'],
      ['typescript', 'ts'],
      ['C++', 'cpp'],
      ['gemfile', 'Gemfile'],
      ['kotlin', 'kt'],
      ['nginx', 'hljs-nginx'],
    ] as const) {
      assert.equal(specificOf({ text: '#!/bin/sh', ext, fileName: 'a.rb' }), word, ext);
    }
  });

  it('falls back when the caller’s word is unknown', () => {
    assert.equal(specificOf({ text: 'x', ext: 'nonsense', fileName: 'a.rb' }), 'rb');
    assert.equal(specificOf({ text: 'x', ext: 'UNKNOWN', languageId: 'plaintext', fileName: 'a.go' }), 'go');
    assert.equal(specificOf({ text: 'hello there', ext: '__proto__' }), 'txt');
  });

  it('follows the file’s name, with or without an ending', () => {
    for (const [fileName, word] of [
      ['/a/b.d/main.rs', 'rs'],
      ['C:\\src\\main.cs', 'cs'],
      ['Dockerfile', 'dockerfile'],
      ['Dockerfile.dev', 'dockerfile'],
      ['Makefile', 'hljs-makefile'],
      ['Cargo.lock', 'Cargo.lock'],
      ['.bashrc', 'bashrc'],
      ['CMakeLists.txt', 'hljs-cmake'],
      ['index.d.mts', 'ts'],
      ['notes.', 'txt'],
    ] as const) {
      assert.equal(specificOf({ text: 'x', fileName }), word, fileName);
    }
  });

  it('follows the interpreter line', () => {
    for (const [line, word] of [
      ['#!/usr/bin/env python3', 'py'],
      ['#!/bin/bash -e', 'sh'],
      ['#!/usr/bin/env -S node --test', 'js'],
      ['#!/usr/bin/ruby', 'rb'],
    ] as const) {
      assert.equal(specificOf({ text: `${line}\nx\n` }), word, line);
    }
  });

  const samples: [word: string, text: string][] = [
    ['json', '{ "a": [1, 2] }\n'],
    ['py', 'import os\n\ndef main(path):\n    for name in os.listdir(path):\n        print(name)\n'],
    ['js', "const fs = require('fs');\nmodule.exports = function read(path) {\n  return fs.readFileSync(path);\n};\n"],
    [
      'ts',
      'export interface Point {\n  x: number;\n}\nexport const add = (a: Point, b: Point): Point => ({ x: a.x + b.x });\n',
    ],
    ['go', 'package main\n\nimport "fmt"\n\nfunc main() {\n\tname := "x"\n\tfmt.Println(name)\n}\n'],
    [
      'rs',
      'use std::fs;\n\npub fn read(path: &str) -> String {\n    let mut text = fs::read_to_string(path).unwrap();\n    text\n}\n',
    ],
    ['java', 'import java.util.List;\n\npublic class Cart {\n  private final List<String> items;\n}\n'],
    ['cs', 'using System;\n\nnamespace Shop\n{\n    public class Cart { public int Size { get; set; } }\n}\n'],
    ['kt', 'data class Cart(val size: Int)\n\nfun total(cart: Cart): Int {\n    return cart.size\n}\n'],
    [
      'swift',
      'import Foundation\n\nfunc total(_ cart: Cart) -> Int {\n    guard let size = cart.size else { return 0 }\n    return size\n}\n',
    ],
    ['c', '#include <stdio.h>\n\nint main(void) {\n  printf("x");\n  return 0;\n}\n'],
    ['cpp', '#include <vector>\n\nint main() {\n  std::vector<int> xs;\n}\n'],
    ['rb', "require 'json'\n\ndef total(cart)\n  cart.sum\nend\n"],
    ['php', '<?php\nfunction total($cart) { return count($cart); }\n'],
    ['html', '<!DOCTYPE html>\n<html><body><p>Hi</p></body></html>\n'],
    ['xml', '<?xml version="1.0"?>\n<a/>\n'],
    ['css', '.cart {\n  color: red;\n}\n'],
    ['sql', 'SELECT id FROM carts WHERE size > 3;\n'],
    ['sh', 'set -e\nif [ -f x ]; then\n  echo "yes"\nfi\n'],
    ['md', '# Title\n\nSome [link](https://a.dev) here.\n\n```\nx\n```\n'],
    ['yaml', 'name: shop\nitems:\n  - a\n  - b\n'],
    ['toml', '[package]\nname = "shop"\n'],
    ['hljs-diff', 'diff --git a/x b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n'],
    ['dockerfile', 'FROM node:20\nWORKDIR /app\nRUN npm ci\n'],
    ['lua', 'local function total(cart)\n  return #cart\nend\n'],
    ['txt', 'Dear all, the meeting is at 10: please come. It takes => one hour.\n'],
  ];
  for (const [word, text] of samples) {
    it(`is guessed from the text alone: ${word}`, () => assert.equal(specificOf({ text }), word));
  }

  it('tells kinds apart: code, text, picture, file', () => {
    for (const [ext, generic] of [
      ['ts', 'CODE'],
      ['json', 'CODE'],
      ['md', 'TEXT'],
      ['txt', 'TEXT'],
      ['png', 'IMAGE'],
      ['mp4', 'VIDEO'],
      ['pdf', 'FILE'],
    ] as const) {
      assert.equal(classify({ text: 'x', ext }).generic, generic, ext);
    }
    assert.deepEqual(classify({ bytes: Uint8Array.of(0, 1, 2) }), { generic: 'FILE', specific: 'bin' });
  });

  it('is always a word of the contract, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ unit: 'binary' }), (ext, fileName, text) => {
        assert.ok(specificClassifications.has(specificOf({ ext, fileName, text })));
      }),
    );
  });

  it('is found in time in hostile text', () => {
    const texts = [
      'a'.repeat(200_000),
      ' '.repeat(200_000),
      '<div '.repeat(40_000),
      '(a, '.repeat(50_000),
      'select '.repeat(30_000),
      '\n'.repeat(200_000),
      '.a-b '.repeat(40_000),
      'const a '.repeat(25_000),
    ];
    for (const text of texts) {
      const took = processorMs(() => classify({ text }));
      assert.ok(took < 1_000, `${text.slice(0, 8)}… took ${took} ms`);
    }
  });

  it('has a name that people read', () => {
    assert.equal(languageName('ts'), 'TypeScript');
    assert.equal(languageName('hljs-nginx'), 'NGINX');
    assert.equal(languageName('UNKNOWN'), 'Text');
    assert.equal(wordOf('  '), undefined);
  });
});
