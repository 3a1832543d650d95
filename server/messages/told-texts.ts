import { brand } from '#brand';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { textsIn, type TextKey, type TextValues } from '../texts/texts.ts';
import { type TemplateData, type TemplateName, type TemplateContent } from './told.ts';

/** A message in one language. A part is a paragraph, or a list of lines. */
interface MessageText {
  readonly subject: string;
  readonly parts: readonly (string | readonly string[])[];
}

/** The invitation is short enough for a text message (`team-texts.ts`). */
type Translated = Exclude<TemplateName, 'team_invitation'>;
export type TranslatedMessage = Extract<TemplateContent, { readonly template: Translated }>;

/** What the messages are made with, in the language of the one who reads them. */
interface Writer {
  readonly say: (key: TextKey, values?: TextValues) => string;
  /** @param date `2026-05-04` */
  readonly day: (date: string) => string;
}

type Templates = { readonly [T in Translated]: (writer: Writer, filling: TemplateData<T>) => MessageText };

const templates: Templates = {
  order_confirmed: ({ say }, { orders }) => ({
    subject: say('told.order_confirmed.subject', {
      numbers: orders.map(({ number }) => number).join(', '),
    }),
    parts: [
      say('told.order_confirmed.thanks'),
      ...orders.flatMap(({ number, points, lines }) => [
        say('told.order_confirmed.order', { number, points }),
        lines.map(({ name, quantity }) => `${quantity} × ${name}`),
      ]),
      say('told.order_confirmed.where'),
    ],
  }),
  order_decided: ({ say }, { decision, number, points, reason }) =>
    decision === 'complete'
      ? {
          subject: say('told.order_complete.subject', { number }),
          parts: [
            say('told.order_complete.lead', { number, points }),
            say('told.order_complete.where'),
          ],
        }
      : {
          subject: say('told.order_rejected.subject', { number }),
          parts: [
            say('told.order_rejected.lead', { number, points }),
            ...(reason === null ? [] : [say('told.reason', { reason })]),
            say('told.order_rejected.ask'),
          ],
        },
  top_up_refused: ({ say }, { number, points, reason, is_final }) => ({
    subject: say(is_final ? 'told.top_up_rejected.subject' : 'told.top_up_delayed.subject', {
      number,
    }),
    parts: [
      say(is_final ? 'told.top_up_rejected.lead' : 'told.top_up_delayed.lead', { number, points }),
      say('told.reason', { reason }),
      say(is_final ? 'told.top_up_rejected.back' : 'told.top_up_delayed.reserved'),
    ],
  }),
  welcome: ({ say }, { points }) => ({
    subject: say('told.welcome.subject', { brand: brand.name }),
    parts: [
      say('told.welcome.lead', { brand: brand.name }),
      ...(points === 0 ? [] : [say('told.welcome.points', { points })]),
      say('told.welcome.mistake'),
    ],
  }),
  lead_offered: ({ say, day }, { place, answer_by }) => ({
    subject:
      place === ''
        ? say('told.lead_offered.subject')
        : say('told.lead_offered.subject_place', { place }),
    parts: [
      place === '' ? say('told.lead_offered.lead') : say('told.lead_offered.lead_place', { place }),
      ...(answer_by === null ? [] : [say('told.lead_offered.answer_by', { day: day(answer_by) })]),
    ],
  }),
  certificate: ({ say }, { number, company, link }) => ({
    subject: say('told.certificate.subject', { number }),
    parts: [say('told.certificate.lead', { company }), say('told.certificate.check', { link })],
  }),
  phone_replaced: ({ say }, { company }) => ({
    subject: say('told.phone_replaced.subject'),
    parts: [say('told.phone_replaced.lead', { company })],
  }),
  phone_entered: ({ say }, { company, link }) => ({
    subject: say('told.phone_entered.subject'),
    parts: [say('told.phone_entered.lead', { company, link })],
  }),
  chat_answered: ({ say }, { title }) => ({
    subject: say('told.chat_answered.subject'),
    parts: [say('told.chat_answered.lead', { title }), say('told.chat_answered.where')],
  }),
};

/** A message in the person's language where it is translated; `language` says in which it is. */
export function renderTemplate(
  message: TranslatedMessage,
  wanted: Language,
): MessageText & { readonly language: Language; readonly footer: string } {
  const { language, say } = textsIn(wanted);
  const days = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const writer: Writer = {
    say,
    // A message with a stored value that is no day is sent all the same.
    day: (date) => (Number.isNaN(Date.parse(date)) ? date : days.format(new Date(date))),
  };
  return {
    language,
    footer: say('told.footer', { brand: brand.name }),
    ...written(writer, message),
  };
}

function written<T extends Translated>(
  writer: Writer,
  { template, filling }: { readonly template: T; readonly filling: TemplateData<T> },
): MessageText {
  return templates[template](writer, filling);
}
