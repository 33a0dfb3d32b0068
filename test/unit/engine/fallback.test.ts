// Languages without a grammar: their definitions, comments and nesting are found all the same.
import assert from 'node:assert/strict';
import path from 'node:path';
import { Rows } from '../../../src/engine/chunk/block';
import { chunksOf } from '../../../src/engine/chunk/chunk';
import { declaredNames } from '../../../src/languages/declarations';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { lineStartsOf } from '../../../src/engine/files/readSource';
import { readOutline } from '../../../src/engine/read/readOutline';
import { splitComments, languageOf } from '../../../src/engine/text/comments';
import { languageOfEnding } from '../../../src/languages/table';

const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined);

interface Sample {
  /** Separated by spaces. */
  names: string;
  comment?: string;
  text: string;
}

const samples: Record<string, Sample> = {
  sql: {
    names: 'orders total_of open_orders idx_orders_day paid_at',
    comment: 'All orders',
    text: `-- All orders.
CREATE TABLE IF NOT EXISTS shop.orders (
  id INT PRIMARY KEY
);

CREATE OR REPLACE FUNCTION total_of(order_id INT) RETURNS INT AS $$
BEGIN
  RETURN 1;
END;
$$ LANGUAGE plpgsql;

create view open_orders as select 1;

CREATE FUNCTION @schema@.paid_at(id INT) RETURNS DATE AS '';

CREATE UNIQUE INDEX idx_orders_day ON orders(day);

ALTER TABLE orders ADD COLUMN paid BOOL;
`,
  },
  proto: {
    names: 'Order Shop PlaceOrder',
    comment: 'An order',
    text: `syntax = "proto3";

// An order.
message Order {
  int32 id = 1;
}

service Shop {
  rpc PlaceOrder(Order) returns (Order);
}
`,
  },
  erl: {
    names: 'cart add_item',
    comment: 'Adds',
    text: `%% Adds.
add_item(Cart, Item) ->
    Cart.

-record(cart, {items}).
`,
  },
  dockerfile: {
    names: 'build run',
    text: `FROM node AS build
RUN npm ci

FROM scratch AS run
`,
  },
  graphql: {
    names: 'Order Query',
    comment: 'An order',
    text: `# An order.
type Order {
  id: ID
}

extend type Query {
  orders: [Order]
}
`,
  },
  nim: {
    names: 'addItem Cart',
    text: `proc addItem*(c: Cart) =
  discard

type Cart* = object
`,
  },
};

async function cut(text: string, language: string): Promise<{ symbol?: string; text: string }[]> {
  const rows = new Rows(text, lineStartsOf(text));
  const chunks = await chunksOf(rows, language, grammars);
  return chunks.map(({ start, end, symbol }) => ({ text: rows.slice(start, end), ...(symbol ? { symbol } : {}) }));
}

/** Rows that fill a definition beyond the size at which it stands alone. */
const filling = (row: string) => Array.from({ length: 16 }, (_, n) => row.replace('N', String(n))).join('\n');

/** Of a length that makes two of the blocks too large for one chunk. */
const value = 'compute(N, "some text that fills the row here")';

const large: Record<string, { text: string; symbols: string[]; before: [comment: string, symbol: string] }> = {
  kt: {
    text: `package shop\n\n/** Pays. */\nclass Payment(val max: Int) : Plan() {\n    companion object {\n        const val LIMIT = 3\n    }\n\n    /** Opens it. */\n    override suspend fun open(): Int {\n${filling(`        val valueN = ${value}`)}\n    }\n\n    /** Closes it. */\n    @Throws\n    private fun <T : Any> close(\n        block: () -> T,\n    ): Int {\n${filling(`        val valueN = ${value}`)}\n    }\n}\n\nfun Payment.refund() = run {\n${filling(`    val valueN = ${value}`)}\n}\n`,
    symbols: ['Payment.open', 'Payment.close', 'Payment.refund'],
    before: ['Closes it', 'Payment.close'],
  },
  swift: {
    text: `import Foundation\n\n/// Pays.\npublic final class Payment: Sendable {\n    private let log = Log()\n\n    /// Opens it.\n    @discardableResult\n    public func open(_ cart: Cart) throws -> Bool {\n${filling(`        let valueN = ${value}`)}\n    }\n\n    /// Closes it.\n    func close() async {\n${filling(`        let valueN = ${value}`)}\n    }\n}\n\nextension Payment {\n    /// Refunds it.\n    func refund() {\n${filling(`        let valueN = ${value}`)}\n    }\n\n    var total: Int {\n${filling(`        let valueN = ${value}`)}\n    }\n}\n`,
    symbols: ['Payment.open', 'Payment.close', 'Payment.refund', 'Payment.total'],
    before: ['Refunds it', 'Payment.refund'],
  },
  scala: {
    text: `package shop\n\n/** Pays. */\ntrait Payment[F[_]] extends Plan {\n\n  /** Opens it. */\n  def open(cart: Cart): F[Unit] = {\n${filling(`    val valueN = ${value}`)}\n  }\n\n  /** Closes it. */\n  private def close[A](cart: A)(implicit x: X): Int =\n${filling(`    chain(${value})`)}\n}\n\nobject Refunds {\n  def refund: Int = {\n${filling(`    val valueN = ${value}`)}\n  }\n}\n`,
    symbols: ['Payment.open', 'Payment.close', 'Refunds'],
    before: ['Closes it', 'Payment.close'],
  },
  hs: {
    text: `module Shop.Payment where\n\nimport Data.List\n\n-- | Opens it.\nopenCart :: Cart -> IO ()\nopenCart cart = do\n${filling(`  let valueN = ${value}`)}\n\n-- | Closes it.\ncloseCart\n  :: Cart\n  -> IO ()\ncloseCart cart = do\n${filling(`  let valueN = ${value}`)}\n  where\n    rest = 1\n\ninstance Pays Cart where\n  refund cart = do\n${filling(`    let valueN = ${value}`)}\n`,
    symbols: ['openCart', 'closeCart', 'Pays'],
    before: ['Closes it', 'closeCart'],
  },
  lua: {
    text: `local Payment = {}\n\n--- Opens it.\n-- @param cart the cart\nfunction Payment.open(cart)\n${filling(`  local valueN = ${value}`)}\nend\n\n-- Closes it.\nlocal function close(cart)\n${filling(`  local valueN = ${value}`)}\nend\n\nPayment.refund = function(cart)\n${filling(`  local valueN = ${value}`)}\nend\n\nfunction Payment:total()\n${filling(`  local valueN = ${value}`)}\nend\n\nreturn Payment\n`,
    symbols: ['Payment.open', 'close', 'Payment.refund', 'Payment.total'],
    before: ['Opens it', 'Payment.open'],
  },
  zig: {
    text: `const std = @import("std");\n\n/// Pays.\npub const Payment = struct {\n    max: u32,\n\n    /// Opens it.\n    pub fn open(self: *Payment) !void {\n${filling(`        const valueN = ${value};`)}\n    }\n\n    /// Closes it.\n    fn close(self: *Payment) void {\n${filling(`        const valueN = ${value};`)}\n    }\n};\n\ntest "opens" {\n${filling(`    const valueN = ${value};`)}\n}\n`,
    symbols: ['Payment.open', 'Payment.close', 'opens'],
    before: ['Closes it', 'Payment.close'],
  },
  dart: {
    text: `import 'dart:io';\n\n/// Pays.\nclass Payment extends Plan {\n  final int max;\n\n  const Payment(this.max);\n\n  /// Opens it.\n  @override\n  Future<void> open(Cart cart) async {\n${filling(`    final valueN = ${value};`)}\n  }\n\n  /// Closes it.\n  static int close({required int limit}) {\n${filling(`    final valueN = ${value};`)}\n  }\n\n  Widget build({\n    required int limit,\n  }) {\n${filling(`    final valueN = ${value};`)}\n  }\n\n  int get total {\n${filling(`    final valueN = ${value};`)}\n  }\n}\n`,
    symbols: ['Payment.open', 'Payment.close', 'Payment.build', 'Payment.total'],
    before: ['Closes it', 'Payment.close'],
  },
  sql: {
    text: `-- All carts.\nCREATE TABLE carts (\n${filling('  columnN INT NOT NULL DEFAULT 0 CHECK (columnN > 0 AND columnN < 1000),').replaceAll('columnN', 'amount')}\n  id INT\n);\n\n-- Opens it.\nCREATE OR REPLACE FUNCTION open_cart(cart INT) RETURNS INT AS $$\nBEGIN\n${filling("  PERFORM compute(N, 'some text that fills the row here');")}\nEND;\n$$ LANGUAGE plpgsql;\n\nCREATE PROCEDURE close_cart(cart INT)\nLANGUAGE SQL\nBEGIN ATOMIC\n${filling("  INSERT INTO log VALUES (N, 'some text that fills the row here');")}\nEND;\n`,
    symbols: ['carts', 'open_cart', 'close_cart'],
    before: ['Opens it', 'open_cart'],
  },
  json: {
    text: `{\n  "name": "shop",\n  "open": {\n${filling('    "valueN": "some text that fills the row here, and a little more",')}\n    "last": 1\n  },\n  "close": {\n${filling('    "valueN": "some text that fills the row here, and a little more",')}\n    "last": "Closed"\n  }\n}\n`,
    symbols: ['open', 'close'],
    before: ['Closed', 'close'],
  },
  html: {
    text: `<!doctype html>\n<html>\n<body>\n  <!-- The cart. -->\n  <section id="cart">\n${filling('    <p>some text that fills the row here, and a little more of it, N</p>')}\n  </section>\n  <section id="payment">\n${filling('    <p>some text that fills the row here, and a little more of it, N</p>')}\n  </section>\n</body>\n</html>\n`,
    symbols: ['cart', 'payment'],
    before: ['The cart', 'cart'],
  },
  md: {
    text: `# Guide\n\nIntro.\n\n## Opening\n\n${filling('A sentence that fills the row, and a little more of it, N.')}\n\n## Closing\n\nLast of all.\n\n${filling('A sentence that fills the row, and a little more of it, N.')}\n`,
    symbols: ['Guide.Opening', 'Guide.Closing'],
    before: ['Last of all', 'Guide.Closing'],
  },
  c: {
    text: `#include "shop.h"\n\n/* Opens it. */\nstatic int cart_open(struct cart *cart,\n                     int size)\n{\n${filling(`  int valueN = ${value};`)}\n}\n\n/* Closes it. */\nvoid cart_close(struct cart *cart) {\n${filling(`  int valueN = ${value};`)}\n}\n`,
    symbols: ['cart_open', 'cart_close'],
    before: ['Closes it', 'cart_close'],
  },
  ex: {
    text: `defmodule Shop.Payment do\n  @moduledoc """\n  Pays.\n  """\n\n  @doc """\n  Opens it.\n  """\n  def open(cart) do\n${filling('    value_N = compute(N, "some text that fills the row, and then some")')}\n  end\n\n  @doc "Closes it."\n  def close(cart) do\n${filling('    value_N = compute(N, "some text that fills the row, and then some")')}\n  end\nend\n`,
    symbols: ['Shop.Payment.open', 'Shop.Payment.close'],
    before: ['Opens it', 'Shop.Payment.open'],
  },
  yaml: {
    text: `name: ci\njobs:\n  # Builds it.\n  compile:\n    steps:\n${filling('      - run: a command of some length that fills the row number N')}\n\n  deliver:\n    steps:\n${filling('      - run: a command of some length that fills the row number N')}\n`,
    symbols: ['jobs.compile', 'jobs.deliver'],
    before: ['Builds it', 'jobs.compile'],
  },
};

describe('a language without a grammar', function () {
  this.timeout(20_000);

  for (const [language, { names, comment, text }] of Object.entries(samples)) {
    it(`has its definitions found: ${language}`, async () => {
      const { code, comments } = splitComments(text, languageOf(language).comments);
      const known = languageOfEnding(language)!;
      const outline = await readOutline(text, known, grammars);
      const found = new Set(outline?.symbols.map(({ name }) => name) ?? declaredNames(code, language));
      assert.deepEqual(
        names.split(' ').filter((name) => !found.has(name)),
        [],
      );
      if (comment !== undefined) assert.ok(comments.includes(comment), `the comment is not found in ${comments}`);
    });
  }

  for (const [language, { text, symbols, before }] of Object.entries(large)) {
    it(`names the members of a large definition, comments with them: ${language}`, async () => {
      const chunks = await cut(text, language);
      for (const symbol of symbols)
        assert.ok(
          chunks.some((chunk) => chunk.symbol === symbol),
          `${symbol} is missing among ${chunks.map((chunk) => chunk.symbol).join(', ')}`,
        );
      const [comment, symbol] = before;
      assert.equal(chunks.find((chunk) => chunk.text.includes(comment))?.symbol, symbol);
      assert.equal(
        chunks
          .map((chunk) => chunk.text)
          .join('')
          .replace(/\s/g, ''),
        text.replace(/\s/g, ''),
      );
    });
  }

  it('gives general names to a language it does not know', () => {
    assert.deepEqual(declaredNames('function payNow() {\n}\n', 'unheard'), ['payNow']);
  });
});
