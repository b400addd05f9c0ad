import js from '@eslint/js';

const globals = (names) => Object.fromEntries(names.split(' ').map((name) => [name, 'readonly']));

export default [
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 2022,
      globals: globals('Blob CompressionStream DOMPoint DecompressionStream Document Intl Response TextDecoder TextEncoder URL ' +
        'URLSearchParams WebAssembly Worker atob btoa clearTimeout console crypto document fetch getComputedStyle history location ' +
        'matchMedia navigator localStorage performance cancelAnimationFrame requestAnimationFrame self setTimeout window'),
    },
    rules: {
      'max-len': ['error', {code: 140}],
      'no-unused-vars': ['error', {argsIgnorePattern: '^_'}],
      'no-var': 'error', 'prefer-const': 'error', 'object-shorthand': 'error', 'no-else-return': 'error', 'no-useless-rename': 'error',
      eqeqeq: 'error', semi: 'error', quotes: ['error', 'single', {avoidEscape: true}], 'no-trailing-spaces': 'error', 'no-shadow': 'error',
      'prefer-arrow-callback': 'error', 'no-implicit-globals': 'error',
    },
  },
  {
    files: ['playground/engine.js'],
    languageOptions: {sourceType: 'script', globals: globals('WorkerGlobalScope pentocityModule')},
    rules: {'no-implicit-globals': 'off', 'no-unused-vars': 'off'},
  },
  {files: ['site/offline.js'], languageOptions: {globals: globals('caches')}},
  {files: ['playground/assemble.mjs', 'search/make.mjs'], languageOptions: {globals: globals('Buffer process')}},
];
