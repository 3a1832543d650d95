import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { ContentType } from '#schemas/content.ts';
import type { contentCalls } from '#schemas/operator/content-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';
import { languageName } from '#console/parts/language-text.ts';

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

/** Name of a language as a heading: capitalised, even in Polish. */
export function languageHeading({ locale }: I18n, language: string): string {
  const name = languageName(language, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const planFailures = {
  author_without_right: msg`The person who planned it no longer has the right to publish in this country.`,
  english_needed: msg`English has no title.`,
  title_needed: msg`A language has a text but no title.`,
  content_text_needed: msg`A language has neither a text nor a video.`,
  picture_text_needed: msg`A picture has no alternative text in a language.`,
  plan_failed: msg`The server couldn’t publish it. Tell your administrator.`,
} as const;
export const planFailureText = (
  i18n: I18n,
  { reason }: NonNullable<ContentRecord['failed_plan']>,
): string => i18n._(planFailures[reason]);

/** Queries to refetch after an action on content. */
export const contentQueries = [
  ...['listContents', 'readContent', 'listContentVersions', 'listContentTimeline', 'listAudit'],
];
