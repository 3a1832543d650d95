import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import * as v from 'valibot';
import { type CatalogueLanguage, catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import type { ListedSurvey, operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';

export type Survey = ResultOf<typeof operatorSurveyCalls.getSurvey>;

/** Texts in one language, as typed. */
interface TypedTexts {
  readonly title: string;
  readonly tagline: string;
  readonly lang: CatalogueLanguage;
}
export type SurveyTexts = Readonly<Partial<Record<CatalogueLanguage, TypedTexts>>>;

/** Texts as stored in a draft. */
export const typedSurveyTexts: v.GenericSchema<unknown, SurveyTexts> = v.record(
  v.picklist(catalogueLanguages),
  v.object({ title: v.string(), tagline: v.string(), lang: v.picklist(catalogueLanguages) }),
);

const states = {
  open: msg({ message: 'Open', context: 'survey' }),
  ended: msg({ message: 'Ended', context: 'survey' }),
} as const;

export const surveyStateText = (i18n: I18n, { ended_at: endedAt }: ListedSurvey): string =>
  i18n._(states[endedAt === null ? 'open' : 'ended']);

/** Converts the stored texts to texts by language, in the languages of the app. */
export function toSurveyTexts({ languages }: Pick<Survey, 'languages'>): SurveyTexts {
  return Object.fromEntries(
    catalogueLanguages.flatMap((language) => {
      const storedText = languages[language];
      if (!storedText) return [];
      const lang = catalogueLanguages.find((code) => code === storedText.lang) ?? language;
      return [[language, { title: storedText.title, tagline: storedText.tagline, lang }]];
    }),
  );
}

export const textsOf = (texts: SurveyTexts, language: CatalogueLanguage): TypedTexts =>
  texts[language] ?? { title: '', tagline: '', lang: sourceLanguage };

/** Converts texts to the server's list. Languages without any text are omitted. */
export function toTextList(texts: SurveyTexts) {
  return catalogueLanguages.flatMap((language) => {
    const { title, tagline, lang } = textsOf(texts, language);
    if (title.trim() === '' && tagline.trim() === '') return [];
    return [{ language, title: title.trim(), tagline: tagline.trim(), lang }];
  });
}

/**
 * Returns the first language that has only one of its two texts. If there is no such language, returns English if
 * it has no texts, and otherwise null.
 */
export function findIncompleteLanguage(texts: SurveyTexts): CatalogueLanguage | null {
  const textsToSend = toTextList(texts);
  const incompleteText = textsToSend.find(({ title, tagline }) => title === '' || tagline === '');
  if (incompleteText) return incompleteText.language;
  return textsToSend.some(({ language }) => language === sourceLanguage) ? null : sourceLanguage;
}
