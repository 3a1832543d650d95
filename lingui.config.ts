import { defineConfig } from '@lingui/cli';
import { catalogueLanguages, sourceLanguage } from './schemas/languages.ts';
import { stablePo } from './tools/i18n/stable-po.ts';

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...catalogueLanguages],
  // In the order of `catalogueLists`. The console also has the texts of the parts that it shares with the app.
  catalogs: [
    { path: '<rootDir>/locales/{locale}', include: ['src'] },
    { path: '<rootDir>/console/locales/{locale}', include: ['console', 'src/ui', 'src/parts'] },
  ],
  format: stablePo(),
});
