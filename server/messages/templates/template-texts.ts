import { brand } from '#brand';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { textsIn, type TextKey, type TextValues } from '#server/texts/texts.ts';
import { type TemplateData, type TemplateName, type TemplateContent } from './message-templates.ts';

/** A message in one language; each part is a paragraph or a list of lines. */
interface MessageText {
  readonly subject: string;
  readonly parts: readonly (string | readonly string[])[];
}

/** Without the invitation, which is also sent as a text message (`invitation-texts.ts`). */
type Translated = Exclude<TemplateName, 'team_invitation'>;
export type TranslatedMessage = Extract<TemplateContent, { readonly template: Translated }>;

/** Formats texts and dates in the recipient's language. */
interface Writer {
  readonly translate: (key: TextKey, values?: TextValues) => string;
  /** @param date such as `2026-05-04` */
  readonly day: (date: string) => string;
}

type Templates = {
  readonly [T in Translated]: (writer: Writer, data: TemplateData<T>) => MessageText;
};

const templates: Templates = {
  order_confirmed: ({ translate }, { orders }) => ({
    subject: translate('told.order_confirmed.subject', {
      numbers: orders.map(({ number }) => number).join(', '),
    }),
    parts: [
      translate('told.order_confirmed.thanks'),
      ...orders.flatMap(({ number, points, lines }) => [
        translate('told.order_confirmed.order', { number, points }),
        lines.map(({ name, quantity }) => `${quantity} × ${name}`),
      ]),
      translate('told.order_confirmed.where'),
    ],
  }),
  order_decided: ({ translate }, { decision, number, points, reason }) =>
    decision === 'complete'
      ? {
          subject: translate('told.order_complete.subject', { number }),
          parts: [
            translate('told.order_complete.lead', { number, points }),
            translate('told.order_complete.where'),
          ],
        }
      : {
          subject: translate('told.order_rejected.subject', { number }),
          parts: [
            translate('told.order_rejected.lead', { number, points }),
            ...(reason === null ? [] : [translate('told.reason', { reason })]),
            translate('told.order_rejected.ask'),
          ],
        },
  top_up_refused: ({ translate }, { number, points, reason, is_final }) => ({
    subject: translate(is_final ? 'told.top_up_rejected.subject' : 'told.top_up_delayed.subject', {
      number,
    }),
    parts: [
      translate(is_final ? 'told.top_up_rejected.lead' : 'told.top_up_delayed.lead', {
        number,
        points,
      }),
      translate('told.reason', { reason }),
      translate(is_final ? 'told.top_up_rejected.back' : 'told.top_up_delayed.reserved'),
    ],
  }),
  welcome: ({ translate }, { points }) => ({
    subject: translate('told.welcome.subject', { brand: brand.name }),
    parts: [
      translate('told.welcome.lead', { brand: brand.name }),
      ...(points === 0 ? [] : [translate('told.welcome.points', { points })]),
      translate('told.welcome.mistake'),
    ],
  }),
  lead_offered: ({ translate, day }, { place, answer_by }) => ({
    subject:
      place === ''
        ? translate('told.lead_offered.subject')
        : translate('told.lead_offered.subject_place', { place }),
    parts: [
      place === ''
        ? translate('told.lead_offered.lead')
        : translate('told.lead_offered.lead_place', { place }),
      ...(answer_by === null
        ? []
        : [translate('told.lead_offered.answer_by', { day: day(answer_by) })]),
    ],
  }),
  certificate: ({ translate }, { number, company, link }) => ({
    subject: translate('told.certificate.subject', { number }),
    parts: [
      translate('told.certificate.lead', { company }),
      translate('told.certificate.check', { link }),
    ],
  }),
  phone_replaced: ({ translate }, { company }) => ({
    subject: translate('told.phone_replaced.subject'),
    parts: [translate('told.phone_replaced.lead', { company })],
  }),
  phone_entered: ({ translate }, { company, link }) => ({
    subject: translate('told.phone_entered.subject'),
    parts: [translate('told.phone_entered.lead', { company, link })],
  }),
  chat_answered: ({ translate }, { title }) => ({
    subject: translate('told.chat_answered.subject'),
    parts: [translate('told.chat_answered.lead', { title }), translate('told.chat_answered.where')],
  }),
};

/** Renders a template in the recipient's language if translated; `language` is the one used. */
export function renderTemplate(
  message: TranslatedMessage,
  preferred: Language,
): MessageText & { readonly language: Language; readonly footer: string } {
  const { language, translate } = textsIn(preferred);
  const days = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const writer: Writer = {
    translate,
    // Don't fail on an invalid stored date; show it unformatted.
    day: (date) => (Number.isNaN(Date.parse(date)) ? date : days.format(new Date(date))),
  };
  return {
    language,
    footer: translate('told.footer', { brand: brand.name }),
    ...render(writer, message),
  };
}

function render<T extends Translated>(
  writer: Writer,
  { template, data }: { readonly template: T; readonly data: TemplateData<T> },
): MessageText {
  return templates[template](writer, data);
}
