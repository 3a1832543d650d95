import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { ContentType } from '#schemas/content.ts';
import type { contentCalls } from '#schemas/operator/content-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

export type ContentRecord = ResultOf<typeof contentCalls.readContent>;
export type ListedContent = ResultOf<typeof contentCalls.listContents>['data'][number];

const statuses = {
  published: msg({ message: 'Published', context: 'news' }),
  draft: msg({ message: 'Draft', context: 'news' }),
  planned: msg({ message: 'Planned', context: 'news' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'news' }),
} as const;
const tones = { published: 'good', draft: 'neutral', planned: 'info', withdrawn: 'warn' } as const;

export const statusText = (i18n: I18n, status: ListedContent['status']): string =>
  i18n._(statuses[status]);
export const statusTone = (status: ListedContent['status']): Tone => tones[status];

const types = { news: msg`News`, tutorial: msg`Tutorial` } as const;
export const typeText = (i18n: I18n, type: ContentType): string => i18n._(types[type]);

/** Name of a language in the operator's language. */
export function languageText(i18n: I18n, language: string): string {
  const locales = i18n.locales ?? i18n.locale;
  const name = new Intl.DisplayNames(locales, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(i18n.locale) + name.slice(1);
}

/** Calls whose results an act changes. */
export const contentChanges = ['listContents', 'readContent', 'listContentTimeline', 'listAudit'];
