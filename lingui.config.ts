import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { catalogueLanguages, sourceLanguage } from './schemas/languages.ts';

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...catalogueLanguages],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['src'] }],
  // Line numbers would change every catalogue with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
