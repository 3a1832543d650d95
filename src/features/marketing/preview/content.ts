import { needsContact, servicesCount } from '#schemas/marketing.ts';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import { singleLine } from '#schemas/single-line.ts';
import type { PrintedTexts } from './printed-texts.ts';

/** What stands faintly where something is still to be typed, in the language of the app. */
export interface Placeholders {
  readonly company: string;
  readonly person: string;
  readonly phone: string;
  readonly service: string;
}

/** What a piece is made of. */
export interface PrintContent {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
  readonly input: CustomInput;
  readonly words: PrintedTexts;
  readonly placeholders: Placeholders;
  /** Addresses of pictures that this page may show; null without one. */
  readonly qrCode: string | null;
  readonly logoUrl: string | null;
  readonly brandLogo: 'recommended' | 'default';
}

/** A text of a piece; a placeholder is printed nowhere. */
export interface PrintText {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

/** The texts of a piece as they are set: what belongs together in one, what is missing by its placeholder. */
export function textsOf({ type, subtype, input, words, placeholders }: PrintContent) {
  const given = (...texts: (string | undefined)[]): PrintText => ({
    text: texts
      .map((text) => text && singleLine(text))
      .filter(Boolean)
      .join(', '),
    isPlaceholder: false,
  });
  const needed = (words: PrintText, placeholder: string): PrintText =>
    words.text === '' ? { text: placeholder, isPlaceholder: true } : words;
  const isCard = type === 'horizontal_card' || type === 'vertical_card';
  const person = given([input.name, input.surname].filter(Boolean).join(' '));
  const company = needed(given(input.companyName), placeholders.company);
  const [email, phone, short] = [input.email, input.phone, input.shortDescription].map((text) =>
    given(text),
  ) as [PrintText, PrintText, PrintText];
  const title = given(subtype === null ? undefined : words.titles[subtype]);
  // A piece without a sentence says largest whose it is.
  const headline = [short, title].find(({ text }) => text !== '') ?? company;
  // One of the two is enough, and the flyers about products need none (spec 2 §5).
  const needsPhone = email.text === '' && needsContact({ type, subtype });
  return {
    headline,
    company,
    /** The company, where the headline does not say it already. */
    signature: headline === company ? given() : company,
    person: isCard ? needed(person, placeholders.person) : person,
    address: given(input.addressLine1, input.addressLine2, input.addressLine3),
    phone: needsPhone ? needed(phone, placeholders.phone) : phone,
    email,
    link: given(input.link?.replace(/^https?:\/\//i, '').replace(/\/$/, '')),
    short,
    long: given(input.longDescription),
  };
}

/** The services in their places, the empty ones as placeholders where a piece must have them. */
export function servicesOf(content: PrintContent): { words: PrintText; icon: string }[] {
  const empty = { text: content.placeholders.service, isPlaceholder: true };
  const given = (content.input.services ?? []).map(({ text, icon }) => ({
    words: singleLine(text) === '' ? empty : { text, isPlaceholder: false },
    icon,
  }));
  const missing = servicesCount(content) - given.length;
  return [
    ...given,
    ...Array.from({ length: Math.max(0, missing) }, () => ({ words: empty, icon: '' })),
  ];
}

/** Which cover was chosen; the first, as long as none was. */
export function coverPosition({ input }: PrintContent): number {
  return input.coverImage ?? 0;
}
