import { type Language } from '#schemas/languages.ts';
import { type NotificationEvent, type NotificationType } from '#schemas/notification.ts';

/** What is told by itself when something happens; announcements and replies have words of their own. */
export type ToldEvent = Extract<NotificationEvent, 'lead_new' | 'project_accepted'>;

/** What is put into the words. */
export interface Words {
  /** A town or a street; may be empty. */
  readonly place: string;
}

interface Texts {
  readonly title: string;
  readonly text: (place: string) => string;
}

export const typeOf: Record<ToldEvent, NotificationType> = {
  lead_new: 'important',
  project_accepted: 'info',
};

const english: Record<ToldEvent, Texts> = {
  lead_new: {
    title: 'New lead',
    text: (place) =>
      place === ''
        ? 'A customer is looking for an installer.'
        : `A customer is looking for an installer: ${place}.`,
  },
  project_accepted: {
    title: 'Project accepted',
    text: (place) =>
      place === '' ? 'Your points are booked.' : `Your points are booked: ${place}.`,
  },
};

/** Each translated language; everybody else reads English. A new one is an entry here. */
const texts: Partial<Record<Language, Record<ToldEvent, Texts>>> = {
  en: english,
  pl: {
    lead_new: {
      title: 'Nowe zlecenie',
      text: (place) =>
        place === '' ? 'Klient szuka montażysty.' : `Klient szuka montażysty: ${place}.`,
    },
    project_accepted: {
      title: 'Projekt przyjęty',
      text: (place) =>
        place === '' ? 'Punkty zostały zapisane.' : `Punkty zostały zapisane: ${place}.`,
    },
  },
};

/** A notification's words in the person's language where it is translated. */
export function notificationWords(
  event: ToldEvent,
  language: Language,
  { place }: Words,
): { readonly title: string; readonly text: string } {
  const { title, text } = (texts[language] ?? english)[event];
  return { title, text: text(place) };
}
