import * as v from 'valibot';
import { normaliseLink } from './web-link.ts';

/** Maximum length of a link in characters. */
export const MAX_LINK = 300;

const isSecureLink = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';

/** A link to a page that installers open. */
const link = v.pipe(
  v.string(),
  v.maxLength(MAX_LINK),
  v.transform(normaliseLink),
  v.check(isSecureLink, 'A link must be an HTTPS address.'),
);

/**
 * A country's pages for its installers. Each link replaces the page of the same name on the manufacturer's site. Decor
 * companies have their own terms and documents.
 */
export const countryLinks = v.object({
  website: v.optional(link),
  technical: v.optional(link),
  catalogue: v.optional(link),
  contact: v.optional(link),
  logos: v.optional(link),
  pictures: v.optional(link),
  guide: v.optional(link),
  terms: v.optional(link),
  decor_terms: v.optional(link),
  documents: v.optional(link),
  decor_documents: v.optional(link),
  privacy: v.optional(link),
});
export type CountryLinks = v.InferOutput<typeof countryLinks>;
export type CountryLinkId = keyof CountryLinks;
export const countryLinkIds = Object.keys(countryLinks.entries) as CountryLinkId[];
