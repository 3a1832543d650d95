import { type Language, type MessageLanguage, messageLanguageOf } from '#schemas/languages.ts';
import { type NotificationEvent, type NotificationType } from '#schemas/notification.ts';

/** What is told by itself when something happens; announcements have words of their own. */
export type ToldEvent = Exclude<NotificationEvent, 'announcement'>;

/** What is put into the words. */
export interface Words {
  /** A town, a street, the title of a chat, or an order's number; may be empty. */
  readonly subject: string;
}

interface Texts {
  readonly title: string;
  readonly text: (subject: string) => string;
}

export const typeOf: Record<ToldEvent, NotificationType> = {
  lead_new: 'important',
  lead_expiring: 'important',
  project_accepted: 'info',
  chat_reply: 'info',
  order_approved: 'info',
  order_complete: 'info',
  order_rejected: 'warning',
  order_failed: 'warning',
  card_issued: 'info',
  card_active: 'info',
  card_blocked: 'warning',
};

const english: Record<ToldEvent, Texts> = {
  lead_new: {
    title: 'New lead',
    text: (place) =>
      place === ''
        ? 'A customer is looking for an installer.'
        : `A customer is looking for an installer: ${place}.`,
  },
  lead_expiring: {
    title: 'A lead runs out',
    text: (place) =>
      place === ''
        ? 'Less than a day is left for its next step.'
        : `Less than a day is left for its next step: ${place}.`,
  },
  project_accepted: {
    title: 'Project accepted',
    text: (place) =>
      place === '' ? 'Your points are booked.' : `Your points are booked: ${place}.`,
  },
  chat_reply: {
    title: 'Support has answered',
    text: (title) => `You have an answer to “${title}”.`,
  },
  order_approved: {
    title: 'Order accepted',
    text: (number) => `Your order ${number} is being prepared.`,
  },
  order_complete: {
    title: 'Order complete',
    text: (number) => `Your order ${number} is complete.`,
  },
  order_rejected: {
    title: 'Order rejected',
    text: (number) => `Your order ${number} was rejected. Your points are back.`,
  },
  order_failed: {
    title: 'Order takes longer',
    text: (number) => `Your order ${number} could not be placed yet. We are working on it.`,
  },
  card_issued: {
    title: 'Your club card is on its way',
    text: () => 'It comes by post. Register its number in the app as soon as you have it.',
  },
  card_active: {
    title: 'Your club card is active',
    text: () => 'You can move your points onto it now.',
  },
  card_blocked: {
    title: 'Your club card is blocked',
    text: () => 'Points can’t be moved onto it any more. Support can tell you why.',
  },
};

/** Each language that there are messages in; everybody else reads English. */
const texts: Record<MessageLanguage, Record<ToldEvent, Texts>> = {
  en: english,
  pl: {
    lead_new: {
      title: 'Nowe zlecenie',
      text: (place) =>
        place === '' ? 'Klient szuka montażysty.' : `Klient szuka montażysty: ${place}.`,
    },
    lead_expiring: {
      title: 'Zlecenie wygasa',
      text: (place) =>
        place === ''
          ? 'Na kolejny krok został niecały dzień.'
          : `Na kolejny krok został niecały dzień: ${place}.`,
    },
    project_accepted: {
      title: 'Projekt przyjęty',
      text: (place) =>
        place === '' ? 'Punkty zostały zapisane.' : `Punkty zostały zapisane: ${place}.`,
    },
    chat_reply: {
      title: 'Odpowiedź od wsparcia',
      text: (title) => `Masz odpowiedź na „${title}”.`,
    },
    order_approved: {
      title: 'Zamówienie przyjęte',
      text: (number) => `Zamówienie ${number} jest przygotowywane.`,
    },
    order_complete: {
      title: 'Zamówienie zrealizowane',
      text: (number) => `Zamówienie ${number} zostało zrealizowane.`,
    },
    order_rejected: {
      title: 'Zamówienie odrzucone',
      text: (number) => `Zamówienie ${number} zostało odrzucone. Punkty wróciły na konto.`,
    },
    order_failed: {
      title: 'Zamówienie się opóźnia',
      text: (number) => `Zamówienia ${number} nie udało się jeszcze złożyć. Zajmujemy się tym.`,
    },
    card_issued: {
      title: 'Karta klubowa jest w drodze',
      text: () => 'Przyjdzie pocztą. Gdy ją dostaniesz, zarejestruj w aplikacji jej numer.',
    },
    card_active: {
      title: 'Karta klubowa jest aktywna',
      text: () => 'Możesz już przenosić na nią punkty.',
    },
    card_blocked: {
      title: 'Karta klubowa jest zablokowana',
      text: () => 'Nie można już przenosić na nią punktów. Wsparcie powie, dlaczego.',
    },
  },
};

/** A notification's words in the person's language where it is translated. */
export function notificationWords(
  event: ToldEvent,
  language: Language,
  { subject }: Words,
): { readonly title: string; readonly text: string } {
  const { title, text } = texts[messageLanguageOf(language)][event];
  return { title, text: text(subject) };
}
