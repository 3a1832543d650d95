import { brand } from '#brand';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { getTexts, type TextKey, type TextValues } from '#server/texts/texts.ts';
import { type TemplateData, type TemplateName, type TemplateContent } from './message-templates.ts';

/** A message in one language; each part is a paragraph or a list of lines. */
interface MessageText {
  readonly subject: string;
  readonly parts: readonly (string | readonly string[])[];
}

/** All templates except the invitation, which is also sent as a text message (`invitation-texts.ts`). */
type TranslatedTemplate = Exclude<TemplateName, 'team_invitation'>;
export type TranslatedMessage = Extract<TemplateContent, { readonly template: TranslatedTemplate }>;

/** Formats texts and dates in the recipient's language. */
interface Writer {
  readonly translate: (key: TextKey, values?: TextValues) => string;
  /** @param date such as `2026-05-04` */
  readonly day: (date: string) => string;
}

type Templates = {
  readonly [T in TranslatedTemplate]: (writer: Writer, data: TemplateData<T>) => MessageText;
};

const templates: Templates = {
  order_confirmed: ({ translate }, { orders }) => ({
    subject: translate('message.order_confirmed.subject', {
      numbers: orders.map(({ number }) => number).join(', '),
    }),
    parts: [
      translate('message.order_confirmed.thanks'),
      ...orders.flatMap(({ number, points, lines }) => [
        translate('message.order_confirmed.order', { number, points }),
        lines.map(({ name, quantity }) => `${quantity} × ${name}`),
      ]),
      translate('message.order_confirmed.where'),
    ],
  }),
  order_decided: ({ translate }, { decision, number, points, reason }) =>
    decision === 'complete'
      ? {
          subject: translate('message.order_complete.subject', { number }),
          parts: [
            translate('message.order_complete.lead', { number, points }),
            translate('message.order_complete.where'),
          ],
        }
      : {
          subject: translate('message.order_rejected.subject', { number }),
          parts: [
            translate('message.order_rejected.lead', { number, points }),
            ...(reason === null ? [] : [translate('message.reason', { reason })]),
            translate('message.order_rejected.ask'),
          ],
        },
  top_up_refused: ({ translate }, { number, points, reason, is_final }) => ({
    subject: translate(
      is_final ? 'message.top_up_rejected.subject' : 'message.top_up_delayed.subject',
      {
        number,
      },
    ),
    parts: [
      translate(is_final ? 'message.top_up_rejected.lead' : 'message.top_up_delayed.lead', {
        number,
        points,
      }),
      translate('message.reason', { reason }),
      translate(is_final ? 'message.top_up_rejected.back' : 'message.top_up_delayed.reserved'),
    ],
  }),
  welcome: ({ translate }, { points }) => ({
    subject: translate('message.welcome.subject', { brand: brand.name }),
    parts: [
      translate('message.welcome.lead', { brand: brand.name }),
      ...(points === 0 ? [] : [translate('message.welcome.points', { points })]),
      translate('message.welcome.mistake'),
    ],
  }),
  lead_offered: ({ translate, day }, { place, answer_by }) => ({
    subject:
      place === ''
        ? translate('message.lead_offered.subject')
        : translate('message.lead_offered.subject_place', { place }),
    parts: [
      place === ''
        ? translate('message.lead_offered.lead')
        : translate('message.lead_offered.lead_place', { place }),
      ...(answer_by === null
        ? []
        : [translate('message.lead_offered.answer_by', { day: day(answer_by) })]),
    ],
  }),
  certificate: ({ translate }, { number, company, link }) => ({
    subject: translate('message.certificate.subject', { number }),
    parts: [
      translate('message.certificate.lead', { company }),
      translate('message.certificate.check', { link }),
    ],
  }),
  handover: ({ translate }, { company }) => ({
    subject: translate('message.handover.subject'),
    parts: [translate('message.handover.lead', { company }), translate('message.handover.why')],
  }),
  phone_replaced: ({ translate }, { company }) => ({
    subject: translate('message.phone_replaced.subject'),
    parts: [translate('message.phone_replaced.lead', { company })],
  }),
  phone_entered: ({ translate }, { company, link }) => ({
    subject: translate('message.phone_entered.subject'),
    parts: [translate('message.phone_entered.lead', { company, link })],
  }),
  sign_in_replaced: ({ translate }) => ({
    subject: translate('message.sign_in_replaced.subject'),
    parts: [translate('message.sign_in_replaced.lead')],
  }),
  chat_answered: ({ translate }, { title }) => ({
    subject: translate('message.chat_answered.subject'),
    parts: [
      translate('message.chat_answered.lead', { title }),
      translate('message.chat_answered.where'),
    ],
  }),
};

/**
 * Renders a template in the recipient's language, or in English if that language has no translation. The result's
 * `language` is the language that was used.
 */
export function renderTemplate(
  message: TranslatedMessage,
  preferredLanguage: Language,
): MessageText & { readonly language: Language; readonly footer: string } {
  const { language, translate } = getTexts(preferredLanguage);
  const dayFormat = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const writer: Writer = {
    translate,
    // Don't fail on an invalid stored date; show it unformatted.
    day: (date) => (Number.isNaN(Date.parse(date)) ? date : dayFormat.format(new Date(date))),
  };
  return {
    language,
    footer: translate('message.footer', { brand: brand.name }),
    ...render(writer, message),
  };
}

function render<T extends TranslatedTemplate>(
  writer: Writer,
  { template, data }: { readonly template: T; readonly data: TemplateData<T> },
): MessageText {
  return templates[template](writer, data);
}
