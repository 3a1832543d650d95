import { brand } from '#brand';
import { type Language, type MessageLanguage, messageLanguageOf } from '#schemas/languages.ts';
import { type Filling, type Template, type Told } from './told.ts';

/** A message in one language. A part is a paragraph, or a list of lines. */
interface ToldText {
  readonly subject: string;
  readonly parts: readonly (string | readonly string[])[];
}

/** The invitation is in more languages, and short enough for a text message (`team-texts.ts`). */
type Translated = Exclude<Template, 'team_invitation'>;
export type TranslatedMessage = Extract<Told, { readonly template: Translated }>;

interface Texts {
  /** Why somebody gets the message; below each of them. */
  readonly footer: string;
  readonly by: { readonly [T in Translated]: (filling: Filling<T>) => ToldText };
}

const english: Texts = {
  footer: `You get this message because it is about your account with the ${brand.name}.`,
  by: {
    order_confirmed: ({ orders }) => ({
      subject: `We have your order ${numbersOf(orders)}`,
      parts: [
        'Thank you for your order. We have it, and the points for it are reserved.',
        ...orders.flatMap(({ number, points, lines }) => [
          `Order ${number}, ${amount('en', points)} points:`,
          lines.map(({ name, quantity }) => `${quantity} × ${name}`),
        ]),
        'You see where it stands under “Orders” in the app.',
      ],
    }),
    order_decided: ({ decision, number, points, reason }) =>
      decision === 'complete'
        ? {
            subject: `Your order ${number} is complete`,
            parts: [
              `Your order ${number} for ${amount('en', points)} points is complete.`,
              'What it brought you, such as the number of a voucher, is under “Orders” in the app.',
            ],
          }
        : {
            subject: `Your order ${number} was rejected`,
            parts: [
              `Your order ${number} was rejected. Its ${amount('en', points)} points are back.`,
              ...(reason === null ? [] : [`The reason: ${reason}`]),
              'If you have a question about it, write to support in the app.',
            ],
          },
    top_up_refused: ({ number, points, reason, is_final }) => ({
      subject: is_final
        ? `The top-up of your club card was rejected (${number})`
        : `The top-up of your club card takes longer (${number})`,
      parts: [
        is_final
          ? `The ${amount('en', points)} points of top-up ${number} did not get onto your club card.`
          : `The ${amount('en', points)} points of top-up ${number} have not got onto your club card yet.`,
        `The reason: ${reason}`,
        is_final
          ? 'The points are back on your account.'
          : 'The points stay reserved, and we are working on it. You need do nothing.',
      ],
    }),
    welcome: ({ points }) => ({
      subject: `Welcome to the ${brand.name}`,
      parts: [
        `Your company is registered with the ${brand.name}. You sign in with this e-mail address or your phone number; we send you a code each time.`,
        ...(points === 0
          ? []
          : [
              `${amount('en', points)} welcome points wait for you. They are booked once your company is verified, at the latest with your first closed project.`,
            ]),
        'If it was not you who registered, somebody may have entered your address by mistake; you can ignore this message.',
      ],
    }),
    lead_offered: ({ place, answer_by }) => ({
      subject: place === '' ? 'A new lead for your company' : `A new lead in ${place}`,
      parts: [
        place === ''
          ? 'A customer is looking for an installer, and you can have the job.'
          : `A customer in ${place} is looking for an installer, and you can have the job.`,
        ...(answer_by === null
          ? []
          : [`Take it by ${day('en', answer_by)} under “Leads” in the app.`]),
      ],
    }),
    certificate: ({ number, company, link }) => ({
      subject: `Your warranty certificate ${number}`,
      parts: [
        `${company} has issued a warranty certificate for you. It is enclosed as a PDF document.`,
        `Here you can see at any time that it is real and valid: ${link}`,
      ],
    }),
    chat_answered: ({ title }) => ({
      subject: 'Support has answered',
      parts: [
        `You have an answer to “${title}”.`,
        'You read it, and write back, under “Support” in the app.',
      ],
    }),
  },
};

const polish: Texts = {
  footer: `Otrzymujesz tę wiadomość, bo dotyczy Twojego konta w ${brand.name}.`,
  by: {
    order_confirmed: ({ orders }) => ({
      subject: `Mamy Twoje zamówienie ${numbersOf(orders)}`,
      parts: [
        'Dziękujemy za zamówienie. Mamy je, a punkty za nie są zarezerwowane.',
        ...orders.flatMap(({ number, points, lines }) => [
          `Zamówienie ${number}, punkty: ${amount('pl', points)}`,
          lines.map(({ name, quantity }) => `${quantity} × ${name}`),
        ]),
        'Jego stan widzisz w aplikacji, w części „Zamówienia”.',
      ],
    }),
    order_decided: ({ decision, number, points, reason }) =>
      decision === 'complete'
        ? {
            subject: `Zamówienie ${number} zostało zrealizowane`,
            parts: [
              `Zamówienie ${number} zostało zrealizowane (punkty: ${amount('pl', points)}).`,
              'To, co przyniosło, na przykład numer bonu, znajdziesz w aplikacji, w części „Zamówienia”.',
            ],
          }
        : {
            subject: `Zamówienie ${number} zostało odrzucone`,
            parts: [
              `Zamówienie ${number} zostało odrzucone. Punkty wróciły na konto: ${amount('pl', points)}.`,
              ...(reason === null ? [] : [`Powód: ${reason}`]),
              'Jeśli masz pytanie, napisz w aplikacji do wsparcia.',
            ],
          },
    top_up_refused: ({ number, points, reason, is_final }) => ({
      subject: is_final
        ? `Doładowanie karty klubowej odrzucone (${number})`
        : `Doładowanie karty klubowej się opóźnia (${number})`,
      parts: [
        is_final
          ? `Punkty z doładowania ${number} nie trafiły na kartę klubową: ${amount('pl', points)}.`
          : `Punkty z doładowania ${number} nie trafiły jeszcze na kartę klubową: ${amount('pl', points)}.`,
        `Powód: ${reason}`,
        is_final
          ? 'Punkty wróciły na konto.'
          : 'Punkty pozostają zarezerwowane, a my się tym zajmujemy. Nie musisz nic robić.',
      ],
    }),
    welcome: ({ points }) => ({
      subject: `Witamy w ${brand.name}`,
      parts: [
        `Twoja firma jest zarejestrowana w ${brand.name}. Logujesz się tym adresem e-mail albo numerem telefonu; za każdym razem wysyłamy kod.`,
        ...(points === 0
          ? []
          : [
              `Czekają na Ciebie punkty powitalne: ${amount('pl', points)}. Zapiszemy je, gdy firma zostanie zweryfikowana, najpóźniej z pierwszym zamkniętym projektem.`,
            ]),
        'Jeśli to nie Twoja rejestracja, ktoś mógł pomyłkowo wpisać Twój adres; zignoruj tę wiadomość.',
      ],
    }),
    lead_offered: ({ place, answer_by }) => ({
      subject: place === '' ? 'Nowe zlecenie dla Twojej firmy' : `Nowe zlecenie: ${place}`,
      parts: [
        place === ''
          ? 'Klient szuka montażysty i możesz dostać to zlecenie.'
          : `Klient szuka montażysty (${place}) i możesz dostać to zlecenie.`,
        ...(answer_by === null
          ? []
          : [`Przyjmij je do ${day('pl', answer_by)} w aplikacji, w części „Zlecenia”.`]),
      ],
    }),
    certificate: ({ number, company, link }) => ({
      subject: `Twój certyfikat gwarancji ${number}`,
      parts: [
        `Firma ${company} wystawiła dla Ciebie certyfikat gwarancji. Znajdziesz go w załączniku jako dokument PDF.`,
        `Tutaj w każdej chwili sprawdzisz, czy jest autentyczny i ważny: ${link}`,
      ],
    }),
    chat_answered: ({ title }) => ({
      subject: 'Odpowiedź od wsparcia',
      parts: [
        `Masz odpowiedź na „${title}”.`,
        'Przeczytasz ją i odpiszesz w aplikacji, w części „Pomoc”.',
      ],
    }),
  },
};

/** Each language that there are messages in; everybody else reads English. */
const texts: Record<MessageLanguage, Texts> = { en: english, pl: polish };

/** A message in the person's language where it is translated; `language` says in which it is. */
export function toldTexts(
  message: TranslatedMessage,
  language: Language,
): ToldText & { readonly language: Language; readonly footer: string } {
  const known = messageLanguageOf(language);
  const { footer, by } = texts[known];
  return { language: known, footer, ...filled(by, message) };
}

function filled<T extends Translated>(
  by: Texts['by'],
  { template, filling }: { readonly template: T; readonly filling: Filling<T> },
): ToldText {
  return by[template](filling);
}

function numbersOf(orders: Filling<'order_confirmed'>['orders']): string {
  return orders.map(({ number }) => number).join(', ');
}

function amount(language: Language, points: number): string {
  return new Intl.NumberFormat(language).format(points);
}

/** @param date `2026-05-04` */
function day(language: Language, date: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(date));
}
