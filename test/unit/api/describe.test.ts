import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addressesIn, websiteAddress } from '../../../src/api/assets/describe/recognise';
import { describe as describeCode, importedLibraries } from '../../../src/api/assets/describe/describe';
import { processorMs } from '../processorTime';

const titleOf = (specific: string, ...lines: string[]) => describeCode({ text: lines.join('\n'), specific }).title;

describe('the title of a piece of code', () => {
  const cases: [why: string, specific: string, lines: string[], title: string][] = [
    ['a function with its comment', 'js', ['// Adds two.', 'function add(a, b) {', '}'], 'add: Adds two'],
    ['a function alone', 'js', ['function add(a, b) {', '}'], 'add'],
    ['an arrow function', 'ts', ['export const add = (a: number) => a;'], 'add'],
    ['a method cut out of its class', 'ts', ['  async open(path: string) {', '  }'], 'open'],
    ['a class, not its methods', 'ts', ['class Cart {', '  add() {', '  }', '}'], 'Cart'],
    [
      'a Python function with its docstring',
      'py',
      ['@cached', 'def total(cart):', '    """Sums up a cart.', '', '    More.', '    """'],
      'total: Sums up a cart',
    ],
    ['a Go method', 'go', ['// Open opens the store.', 'func (s *Store) Open() error {'], 'Open: Open opens the store'],
    ['a Rust type with attributes', 'rs', ['/// A cart.', '#[derive(Debug)]', 'pub struct Cart {'], 'Cart: A cart'],
    ['a Java class', 'java', ['package a;', 'public final class Cart {'], 'Cart'],
    ['a C function', 'c', ['/* Opens it. */', 'static int open_it(const char *path) {'], 'open_it: Opens it'],
    [
      'a C# doc comment',
      'cs',
      ['/// <summary>', '/// Opens it.', '/// </summary>', 'public void Open() {'],
      'Open: Opens it',
    ],
    ['a Ruby class', 'rb', ['# Keeps carts.', 'class Cart', 'end'], 'Cart: Keeps carts'],
    ['a shell function', 'sh', ['#!/bin/sh', 'build() {', '}'], 'build'],
    ['a table', 'sql', ['CREATE TABLE carts (id int);'], 'carts'],
    ['a heading', 'md', ['text', '## How to build', 'more'], 'How to build'],
    ['the opening comment', 'yaml', ['# Deploys the shop.', 'name: deploy'], 'Deploys the shop'],
    ['the first line', 'txt', ['', '  Dear   all,'], 'Dear all,'],
    ['what follows a licence', 'js', ['/* Copyright 2020 Acme. */', 'function add() {', '}'], 'add'],
  ];
  for (const [why, specific, lines, title] of cases) {
    it(`says ${why}`, () => assert.equal(titleOf(specific, ...lines), title));
  }

  it('fits a line, cut at a word', () => {
    const title = titleOf('js', `// ${'word '.repeat(60)}`, 'function add() {', '}');
    assert.ok(title.length <= 80 && title.endsWith(' word…'), title);
  });

  it('is the file’s name when there is no text', () => {
    assert.equal(describeCode({ text: '', specific: 'png', path: 'a/logo.png' }).title, 'logo.png');
  });

  it('is never empty, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('ts', 'py', 'c', 'md', 'txt'), (text, specific) => {
        const { title, description, tags } = describeCode({ text, specific });
        assert.ok(title.length > 0 && title.length <= 80 && description.length > 0 && tags.length > 0);
      }),
    );
  });

  it('is found in time in hostile text', () => {
    const lines = [
      '/*'.repeat(50_000),
      '* a\n'.repeat(25_000),
      'a '.repeat(100_000),
      'f(('.repeat(60_000),
      `${'a ('.repeat(130)}\n`.repeat(300),
    ];
    for (const specific of ['ts', 'c', 'py', 'go', 'rs']) {
      for (const text of lines) {
        const took = processorMs(() => describeCode({ text, specific }));
        assert.ok(took < 1_000, `${specific} ${text.slice(0, 8)}… took ${took} ms`);
      }
    }
  });
});

describe('imported libraries', () => {
  const cases: [specific: string, text: string, libraries: string[]][] = [
    [
      'ts',
      "import a from './a';\nimport b from '@x/y/z';\nconst c = require('express');\nimport 'node:fs';",
      ['@x/y', 'express'],
    ],
    ['py', 'import os\nfrom flask.views import View\nimport numpy as np\nfrom . import here', ['flask', 'numpy']],
    ['go', 'import (\n\t"fmt"\n\tgin "github.com/gin-gonic/gin/v2"\n)', ['gin']],
    ['rs', 'use std::fs;\nuse serde::Deserialize;\nuse crate::a;', ['serde']],
    ['java', 'import java.util.List;\nimport org.junit.Test;', ['junit']],
    ['c', '#include <stdio.h>\n#include <curl/curl.h>\n#include "own.h"', ['curl']],
  ];
  for (const [specific, text, libraries] of cases) {
    it(`are found in ${specific}, without standard and relative ones`, () => {
      assert.deepEqual(importedLibraries(text, specific), libraries);
    });
  }
});

describe('web addresses', () => {
  it('are found in code without what only ends the sentence', () => {
    const text = [
      '// see https://a.dev/x_(y), https://a.dev/z.',
      "fetch('http://localhost:3000/a'); // (https://b.dev/q?x=1&y=2)",
      '<svg xmlns="http://www.w3.org/2000/svg"> https://c.example.com https://a.dev/z',
    ].join('\n');
    assert.deepEqual(addressesIn(text, 9), ['https://a.dev/x_(y)', 'https://a.dev/z', 'https://b.dev/q?x=1&y=2']);
  });

  it('are http or https and lose a name and password', () => {
    assert.equal(websiteAddress(' https://u:p@A.dev/ '), 'https://a.dev/');
    for (const text of ['javascript:alert(1)', 'ftp://a.dev', '//a.dev', 'a.dev', '']) {
      assert.equal(websiteAddress(text), undefined, text);
    }
  });
});
