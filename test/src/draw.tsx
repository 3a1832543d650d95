import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** What a part of a screen says in English, without its tags and with plain spaces. It may need nothing but its language. */
export function wordsOf(element: ReactElement): string {
  const html = renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ');
}
