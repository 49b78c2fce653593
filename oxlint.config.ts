import { defineConfig, type DummyRuleMap } from 'oxlint';

/** Restricts packages. tooling/check/layers.ts has the rules between folders. */
const restrictImports = (pattern: object): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [pattern] }],
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  jsPlugins: [`${import.meta.dirname}/tooling/check/import-rules.ts`],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true, node: true, browser: true },
  rules: {
    'layers/imports': 'error',
    'no-console': ['error', { allow: ['error', 'warn'] }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines-per-function': ['error', { max: 60 }],

    // One thing after the other is what deliveries, migrations and tests mean.
    'no-await-in-loop': 'off',
    // Narrowing what a parser or a contract guarantees; `any` itself is refused above.
    'typescript/no-unsafe-type-assertion': 'off',
    // The compiler checks both.
    'typescript/consistent-return': 'off',
    'react/react-in-jsx-scope': 'off',
    // Methods here are closures of factory functions: none uses `this`.
    'typescript/unbound-method': 'off',
    // Characters are meant, not graphemes: fonts and limits count them so.
    'typescript/no-misused-spread': 'off',
    // `fc.string()` reads better than a bare `string()`.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // A live region has to be an element that assistive technology knows as one before it has content: `role` does that for any.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Requests and links that a function has just made have one listener.
    'unicorn/prefer-add-event-listener': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'unicorn/no-array-sort': 'off',
    'oxc/no-map-spread': 'off',
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tooling/**', 'e2e/**', '**/testing/**'],
      rules: { 'no-console': 'off', 'react/jsx-key': 'off', 'no-control-regex': 'off', 'vitest/valid-expect': 'off' },
    },
    {
      files: ['src/{accounts,content,database,enquiries,mailbox,outbox,process,statistics,text}/**'],
      rules: restrictImports({ regex: '^(react|@?fastify)', message: 'The core knows neither HTTP nor pages.' }),
    },
    {
      files: ['src/site/**'],
      excludeFiles: ['src/site/{contact,islands}/**', 'src/site/**/*.island.tsx'],
      rules: restrictImports({
        regex: '^react$',
        importNamePattern: '^use[A-Z]',
        message: 'This is rendered on the server alone: what lives in the browser is an island or a behaviour.',
      }),
    },
    {
      files: ['src/site/{entry.client.ts,behaviours/**,sectors/*.ts}'],
      rules: restrictImports({
        regex: '^(react|lucide)',
        allowTypeImports: true,
        message: 'A behaviour knows the document, and no component.',
      }),
    },
    // A drawing is a list of shapes, and the editor is one of fields.
    { files: ['src/site/drawings/**', 'src/office/content/editor/**'], rules: { 'max-lines-per-function': 'off' } },
    // A test may start what stands above the module it tests.
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'e2e/**'],
      rules: { 'max-lines-per-function': 'off', 'no-restricted-imports': 'off', 'layers/imports': 'off' },
    },
  ],
  ignorePatterns: ['/build/**', 'coverage/**', 'src/site/theme-script.js'],
});
