import type { Plugin } from 'vite';

/**
 * Adds the QA panel's keyboard shortcut to the page of `npm run dev`. With `npm start`, the server adds it. It's never
 * part of a build.
 */
export const qaShortcutPlugin: Plugin = {
  name: 'qa-shortcut',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/dev/qa/app.js' } }],
};
