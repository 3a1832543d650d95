import { defineConfig } from '@lingui/cli';
import { catalogueLanguages, sourceLanguage } from './schemas/languages.ts';
import { stablePo } from './tools/texts/stable-po.ts';

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...catalogueLanguages],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['src'] }],
  format: stablePo(),
});
