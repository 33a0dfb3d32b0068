// Lint rules and, generated from one table, the import fences: who may import what.
import tseslint from 'typescript-eslint';

/** Each layer and the layers it may import besides itself. */
const layers = {
  contract: [],
  languages: [],
  engine: ['languages'],
  models: [],
  store: ['contract', 'owner'],
  api: ['contract', 'engine', 'languages', 'models', 'store'],
  server: ['contract', 'api', 'languages'],
  owner: ['contract'],
  team: ['contract', 'engine', 'server'],
  connect: ['owner'],
  training: ['engine', 'languages'],
  chat: ['contract', 'languages'],
  webview: ['chat', 'contract', 'languages'],
  extension: ['chat', 'connect', 'contract', 'languages', 'models', 'owner'],
};

/** Of these a layer takes types and no values: schemas would make the page heavy. */
const typesOnly = { webview: ['contract'] };

/** Packages that only one layer may import, so that each outside thing has one owner. */
const owners = {
  vscode: ['extension'],
  lowdb: ['store'],
  fastify: ['server', 'team'],
  '@fastify/*': ['server'],
  '@modelcontextprotocol/*': ['server'],
  ws: ['server', 'team', 'contract'], // contract: the client side of the stream, in httpClient.ts
  '@vscode/tree-sitter-wasm': ['engine'],
  typebox: ['contract'],
  pg: ['team'],
  jose: ['team'],
  'openid-client': ['team'],
  'prom-client': ['team'],
  lit: ['webview'],
  'smol-toml': ['connect'],
};

/** Layers of which another sees only some files. */
const doors = {
  team: [
    { regex: '^(\\.\\./)+server/(?!(limits|strictJson)$)', message: 'Of the server only what both need is shared.' },
    { regex: '^(\\.\\./)+engine/(?!(types|door)$)', message: 'The engine is reached by its types and its door.' },
  ],
  api: [
    { regex: '^(\\.\\./)+engine/(?!(types|door)$)', message: 'The engine is reached by its types and its door.' },
    {
      regex: '^(\\.\\./)+store/(?!(types|records)$)',
      message: 'Of the store only its port and its records are known.',
    },
  ],
};

function fence(layer) {
  const allowed = [layer, ...layers[layer]];
  const closedLayers = Object.keys(layers).filter((other) => !allowed.includes(other));
  const closedPackages = Object.keys(owners).filter((name) => !owners[name].includes(layer));
  const patterns = closedLayers.map((other) => ({
    regex: `^(\\.\\./)+${other}(/|$)`,
    message: `${layer}/ may import only: ${layers[layer].join(', ') || 'itself'}.`,
  }));
  for (const other of typesOnly[layer] ?? []) {
    const message = `${layer}/ may import only types of ${other}/.`;
    patterns.push({ regex: `^(\\.\\./)+${other}(/|$)`, allowTypeImports: true, message });
  }
  patterns.push(...(doors[layer] ?? []));
  patterns.push({
    regex: '^(\\.\\./)+(app|service|serviceThread|cli|commandArguments|commandLine|mcp|connectAgents|team)$',
    message: 'The entries import the layers, never the reverse.',
  });
  patterns.push({
    group: closedPackages.flatMap((name) => (name.endsWith('*') ? [name] : [name, `${name}/*`])),
    message: `This package is not ${layer}/'s to import.`,
  });
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  { ignores: ['dist/', 'out/', '.vscode-test/', '.bench/', 'node_modules/', 'test/fixtures/', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/webview/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // An async handler without an await is a valid handler.
      '@typescript-eslint/require-await': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  ...Object.keys(layers).map(fence),
  {
    files: [
      'app',
      'service',
      'serviceThread',
      'cli',
      'commandArguments',
      'commandLine',
      'mcp',
      'connectAgents',
      'team',
    ].map((name) => `src/${name}.ts`),
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['vscode', './extension/*', './webview/*'], message: 'The service knows no editor.' }] },
      ],
    },
  },
);
