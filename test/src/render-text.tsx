import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** Renders an element in English without any other context, and returns its text without tags and with plain spaces. */
export function renderText(element: ReactElement): string {
  const html = renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ');
}
