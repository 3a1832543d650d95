import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import { type CatalogueLanguage, catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import type { announcementCalls, AnnouncementState } from '#schemas/operator/announcement-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';
import { languageName } from '#console/parts/language-text.ts';

export type Announcement = ResultOf<typeof announcementCalls.getAnnouncement>;

/** Queries to refetch after an action on an announcement. */
export const announcementQueries = [
  'getAnnouncement',
  'listAnnouncements',
  'listAnnouncementTimeline',
  'listAudit',
];

const states = {
  draft: msg({ message: 'Draft', context: 'announcement' }),
  held: msg({ message: 'Sending soon', context: 'announcement' }),
  sending: msg({ message: 'Being sent', context: 'announcement' }),
  sent: msg({ message: 'Sent', context: 'announcement' }),
  stopped: msg({ message: 'Stopped', context: 'announcement' }),
} as const;
const tones = {
  draft: 'neutral',
  held: 'warn',
  sending: 'info',
  sent: 'good',
  stopped: 'bad',
} as const;

export const stateText = (i18n: I18n, state: AnnouncementState): string => i18n._(states[state]);
export const stateTone = (state: AnnouncementState): Tone => tones[state];

/** Texts in all languages, with keys such as `title_pl` and `text_pl`. */
export type TextValues = Readonly<Record<string, string>>;
export type TextName = 'title' | 'text';
export const textNames = ['title', 'text'] as const satisfies readonly TextName[];

export const valueOf = (values: TextValues, name: TextName, language: string): string =>
  values[`${name}_${language}`] ?? '';

/** Converts the stored texts to form values. */
export const toTextValues = ({ texts }: Pick<Announcement, 'texts'>): TextValues =>
  Object.fromEntries(
    catalogueLanguages.flatMap((language) =>
      textNames.map((name) => [`${name}_${language}`, texts[language]?.[name] ?? '']),
    ),
  );

/** Converts form values to the server's list of texts, without empty languages. */
export const toTextList = (values: TextValues) =>
  catalogueLanguages.flatMap((language) => {
    const title = valueOf(values, 'title', language).trim();
    const text = valueOf(values, 'text', language).trim();
    return title === '' && text === '' ? [] : [{ language, title, text }];
  });

/**
 * Returns the first language that has only one of its two texts, or English if English has neither. Returns null
 * if all texts are complete.
 */
export function findIncompleteLanguage(values: TextValues): CatalogueLanguage | null {
  const textsToSend = toTextList(values);
  const incompleteText = textsToSend.find(({ title, text }) => title === '' || text === '');
  if (incompleteText) return incompleteText.language;
  return textsToSend.some(({ language }) => language === sourceLanguage) ? null : sourceLanguage;
}

/** Name of a language as a heading: capitalised, even in Polish. */
export function languageHeading({ locale }: I18n, language: string): string {
  const name = languageName(language, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
