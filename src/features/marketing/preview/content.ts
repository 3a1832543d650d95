import { needsContact, requiredServices } from '#schemas/marketing.ts';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import { normaliseLine } from '#schemas/single-line.ts';
import type { PrintedTexts } from './printed-texts.ts';

/** Placeholder texts, in the app's language. */
interface Placeholders {
  readonly company: string;
  readonly person: string;
  readonly phone: string;
  readonly service: string;
}

/** Content of a printed material. */
export interface PrintContent {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
  readonly input: CustomInput;
  readonly words: PrintedTexts;
  readonly placeholders: Placeholders;
  /** Object URLs; null if there is none. */
  readonly qrCode: string | null;
  readonly logoUrl: string | null;
  readonly brandLogo: 'recommended' | 'default';
}

/** A printed text; placeholders only show in the preview. */
export interface PrintText {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

/** Returns the texts, joined where they belong together, with placeholders for required ones. */
export function textsOf({ type, subtype, input, words, placeholders }: PrintContent) {
  const given = (...texts: (string | undefined)[]): PrintText => ({
    text: texts
      .map((text) => text && normaliseLine(text))
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
  // Without a headline, use the company name.
  const headline = [short, title].find(({ text }) => text !== '') ?? company;
  // Phone or e-mail is enough; product flyers need neither (spec 2 §5).
  const needsPhone = email.text === '' && needsContact({ type, subtype });
  return {
    headline,
    company,
    /** The company, unless it is the headline. */
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

/** Returns the services, with placeholders for missing ones. */
export function servicesOf(content: PrintContent): { words: PrintText; icon: string }[] {
  const empty = { text: content.placeholders.service, isPlaceholder: true };
  const given = (content.input.services ?? []).map(({ text, icon }) => ({
    words: normaliseLine(text) === '' ? empty : { text, isPlaceholder: false },
    icon,
  }));
  const missing = requiredServices(content) - given.length;
  return [
    ...given,
    ...Array.from({ length: Math.max(0, missing) }, () => ({ words: empty, icon: '' })),
  ];
}

/** Returns the chosen cover; the first by default. */
export function coverPosition({ input }: PrintContent): number {
  return input.coverImage ?? 0;
}
