import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import type { PieceWords } from './piece-words.ts';

/** What stands faintly where something is still to be typed, in the language of the app. */
export interface Placeholders {
  readonly company: string;
  readonly person: string;
  readonly address: string;
  readonly phone: string;
  readonly headline: string;
  readonly service: string;
}

/** What a piece is made of. */
export interface PieceContent {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
  readonly input: CustomInput;
  readonly words: PieceWords;
  readonly placeholders: Placeholders;
  /** Addresses of pictures that this page may show; null without one. */
  readonly qrCode: string | null;
  readonly logoUrl: string | null;
  readonly brandLogo: 'recommended' | 'default';
}

/** A text of a piece; a placeholder is printed nowhere. */
export interface Words {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

/** How many services a piece has room for, and must have (spec 2 §5). */
export function serviceCount(type: MarketingType, subtype: FlyerSubtype | null): number {
  if (type === 'horizontal_card') return 4;
  if (type === 'vertical_card') return 5;
  return type === 'flyer' && subtype === 'services' ? 6 : 0;
}

/** The texts of a piece as they are set: what belongs together in one, what is missing by its placeholder. */
export function textsOf({ type, subtype, input, words, placeholders }: PieceContent) {
  const given = (text: string | undefined): Words => ({
    text: text?.trim() ?? '',
    isPlaceholder: false,
  });
  const needed = (text: string | undefined, placeholder: string): Words =>
    text?.trim() ? given(text) : { text: placeholder, isPlaceholder: true };
  const isCard = type === 'horizontal_card' || type === 'vertical_card';
  const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean);
  const person = joined(input.name, input.surname).join(' ');
  const address = joined(input.addressLine1, input.addressLine2, input.addressLine3).join(', ');
  const title = subtype === null ? undefined : words.titles[subtype];
  return {
    company: needed(input.companyName, placeholders.company),
    person: isCard ? needed(person, placeholders.person) : given(person),
    address: isCard ? needed(address, placeholders.address) : given(address),
    // One of the two is enough (spec 2 §5).
    phone: input.email?.trim() ? given(input.phone) : needed(input.phone, placeholders.phone),
    email: given(input.email),
    link: given(input.link?.replace(/^https?:\/\//i, '').replace(/\/$/, '')),
    short: given(input.shortDescription),
    long: given(input.longDescription),
    headline: needed(input.shortDescription?.trim() || title, placeholders.headline),
  };
}

/** The services in their places, the empty ones as placeholders where a piece must have them. */
export function servicesOf(content: PieceContent): { words: Words; icon: string }[] {
  const given = (content.input.services ?? []).map(({ text, icon }) => ({
    words: { text, isPlaceholder: false },
    icon,
  }));
  const missing = serviceCount(content.type, content.subtype) - given.length;
  const empty = { text: content.placeholders.service, isPlaceholder: true };
  return [
    ...given,
    ...Array.from({ length: Math.max(0, missing) }, () => ({ words: empty, icon: '' })),
  ];
}

/** Which cover was chosen; the first, as long as none was. */
export function coverPosition({ input }: PieceContent): number {
  return input.coverImage ?? 0;
}
