import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import {
  applyBrand,
  applyFontSize,
  applyTheme,
  type FontSize,
  type ThemeChoice,
} from '#src/ui/theme.ts';
import { Choices } from './choices.tsx';
import './gallery.css';
import { Gallery } from './gallery.tsx';
import { texts } from './gallery-texts.ts';

// For example ?theme=dark&font=20px&lang=lt&show=home.
const query = new URLSearchParams(location.search);
const language = query.get('lang') ?? 'en';
const galleryTexts = texts[language === 'lt' || language === 'bg' ? language : 'en'];
document.documentElement.lang = languageTag(language);
applyBrand(brand);
applyFontSize((query.get('font') ?? '14px') as FontSize);
applyTheme((query.get('theme') ?? 'system') as ThemeChoice);

// Components of features translate their texts; without translations, the ids are shown.
const i18n = setupI18n({ locale: language, messages: { [language]: {} } });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        {import.meta.env.DEV && <Choices />}
        <Gallery show={query.get('show') ?? 'home'} texts={galleryTexts} language={language} />
      </I18nProvider>
    </StrictMode>,
  );
}
