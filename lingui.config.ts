import { defineConfig } from '@lingui/cli';
import { catalogueLanguages, sourceLanguage } from './schemas/languages.ts';
import { stablePo } from './tools/i18n/stable-po.ts';

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...catalogueLanguages],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['src'] }],
  format: stablePo(),
});
