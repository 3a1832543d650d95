import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import {
  importProblems,
  type ImportRecord,
  type ListedImport,
} from '#schemas/operator/import-calls.ts';
import {
  importKinds,
  type ImportKindId,
  type ImportState,
} from '#schemas/operator/import-kinds.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';
import type { RegionId } from '#schemas/regions.ts';
import { regionsWithRight } from '#console/data/session.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { countParts } from './upload-file.ts';

const states = {
  uploading: msg({ message: 'Not checked yet', context: 'import' }),
  checking: msg({ message: 'Being checked', context: 'import' }),
  checked: msg({ message: 'Checked', context: 'import' }),
  applying: msg({ message: 'Being applied', context: 'import' }),
  applied: msg({ message: 'Applied', context: 'import' }),
  taking_back: msg({ message: 'Being taken back', context: 'import' }),
  taken_back: msg({ message: 'Taken back', context: 'import' }),
  stopped: msg({ message: 'Stopped', context: 'import' }),
  failed: msg({ message: 'Failed', context: 'import' }),
  expired: msg({ message: 'File deleted', context: 'import' }),
} as const;
const tones: Readonly<Partial<Record<ImportState, Tone>>> = {
  checking: 'info',
  applying: 'info',
  taking_back: 'info',
  applied: 'good',
  stopped: 'warn',
  failed: 'bad',
};

export const stateText = (i18n: I18n, state: ImportState): string => i18n._(states[state]);
export const stateTone = (state: ImportState): Tone => tones[state] ?? 'neutral';

/** True once the server has the whole file. */
export const isUploaded = ({ parts, bytes }: Pick<ImportRecord, 'parts' | 'bytes'>): boolean =>
  parts.length === countParts(bytes);

/**
 * Returns an import's status as text. Unlike the list, whose records don't include the uploaded parts, it can also
 * show that the upload isn't finished.
 */
export const recordStateText = (i18n: I18n, record: ImportRecord): string =>
  record.state === 'uploading' && !isUploaded(record)
    ? i18n._(msg({ message: 'Upload not finished', context: 'import' }))
    : stateText(i18n, record.state);

/** True while the server is processing the import. */
export const isRunning = ({ state, phase }: ListedImport): boolean => state === phase;

const kinds = {
  serials: msg`Serial numbers`,
  shop: msg`Prices and stock`,
  vouchers: msg`Voucher codes`,
  awards: msg`Point awards`,
  vendor_answers: msg`Vendor answers`,
  lead_requests: msg`Homeowner requests`,
} as const satisfies Readonly<Record<ImportKindId, MessageDescriptor>>;
export const importKindText = (i18n: I18n, kind: ImportKindId): string => i18n._(kinds[kind]);

/** Name of an import’s country. */
export const importCountryText = (i18n: I18n, region: RegionId | null): string =>
  region === null ? i18n._(msg`All countries`) : countryText(i18n, region);

/** Kinds that the operator may import in at least one country. */
export function allowedKinds(session: Parameters<typeof regionsWithRight>[0]): ImportKindId[] {
  const importRegions = regionsWithRight(session, 'imports.run');
  return (Object.keys(importKinds) as ImportKindId[]).filter((kind) =>
    regionsWithRight(session, importKinds[kind].right).some((region) =>
      importRegions.includes(region),
    ),
  );
}

const columns = {
  code: msg`Serial number`,
  type: msg({ message: 'Type', context: 'product' }),
  size: msg`Size`,
  variant: msg`Variant`,
  sku: msg`Variant number`,
  price: msg`Price in points`,
  stock: msg`Counted stock`,
  change: msg`Stock change`,
  number: msg`Code`,
  expires: msg`Valid until`,
  password: msg`Password`,
  company: msg`Company`,
  points: msg`Points`,
  reason: msg`Reason that installers see`,
  order: msg`Order number`,
  result: msg`Result`,
  reference: msg`Reference or tracking number`,
  first_name: msg`First name`,
  last_name: msg`Last name`,
  street: msg`Street and number`,
  postal_code: msg`Postal code`,
  city: msg`Town`,
  phone: msg`Phone`,
  email: msg`Email address`,
  products: msg`Products`,
  windows: msg`Number of windows`,
  service: msg`Requested`,
  message: msg`Message to the company`,
  wished_day: msg`Preferred date`,
  consent_day: msg`Consent given on`,
  latitude: msg`Latitude`,
  longitude: msg`Longitude`,
} as const;
export const columnText = (i18n: I18n, name: keyof typeof columns): string => i18n._(columns[name]);

const fields = msg`The row has more or fewer values than the first row.`;
const ownCompany = msg`This is your own company. Nothing was changed. Ask a colleague to decide.`;
const rowProblems: Readonly<Record<ImportKindId, Readonly<Record<string, MessageDescriptor>>>> = {
  serials: {
    fields,
    code: msg`The serial number must be capital letters and digits in groups joined by hyphens.`,
    type: msg`The type must be 1 to 12 letters and digits.`,
    size: msg`The size must be 1 to 12 letters and digits.`,
    variant: msg`The variant must be 1 to 12 letters and digits.`,
    unknown_type: msg`This product type isn’t set up.`,
    twice: msg`The number is in the file twice, with different products.`,
    registered: msg`The number is registered for another product.`,
  },
  shop: {
    fields,
    sku: msg`The variant number is missing.`,
    price: msg`The price must be a whole number of points from 1 to 1,000,000.`,
    stock: msg`The counted stock must be a whole number from 0 to 1,000,000.`,
    change: msg`The change must be a whole number from −100,000 to 100,000, and not 0.`,
    both: msg`A row can have a counted stock or a change, but not both.`,
    empty: msg`The row has no price, no counted stock and no change.`,
    unknown_sku: msg`The country’s shop has no variant with this number.`,
    ambiguous_sku: msg`Several variants in the country’s shop have this number.`,
    twice: msg`The variant is in the file twice. Only the first row is used.`,
    stock_too_low: msg`The stock would be negative.`,
    stock_too_high: msg`The stock would be above 1,000,000,000.`,
    price_changed: msg`The price has changed since the check. Check the row again in a new import.`,
  },
  vouchers: {
    fields,
    number: msg`The code must have 1 to 80 characters.`,
    password: msg`The password must have at most 80 characters.`,
    expiry: msg`The date must be empty, a day such as 2027-12-31, or a time in UTC.`,
    unknown_sku: msg`The country’s shop has no voucher with this variant number.`,
    ambiguous_sku: msg`Several vouchers in the country’s shop have this variant number.`,
    used: msg`An order already has this code.`,
    stored: msg`This code is already stored.`,
    repeated: msg`This code is in the file twice.`,
  },
  awards: {
    fields,
    company: msg`The company is missing.`,
    points: msg`The points must be a whole number from 1 to 1,000,000.`,
    reason: msg`The reason is missing or unknown.`,
    unknown_company: msg`The country has no company with this number, id or tax number.`,
    ambiguous_company: msg`Several companies in the country have this number. Use the id.`,
    blocked: msg`The company is blocked or closed.`,
    own_company: ownCompany,
    twice: msg`The company is in the file twice with this reason. Only the first row is used.`,
    repeated: msg`Another file has awarded the company the same points for this reason within 5 days.`,
    changed: msg`The company has changed since the check. Check the row again in a new import.`,
  },
  vendor_answers: {
    fields,
    order: msg`The order number is missing.`,
    result: msg`The result must be “completed” or “failed”.`,
    number: msg`The code must have at most 80 characters.`,
    password: msg`The password must have at most 80 characters.`,
    expiry: msg`The date must be empty, a day such as 2027-12-31, or a time in UTC.`,
    reference: msg`The reference must have at most 80 characters.`,
    reason: msg`The reason must have at most 500 characters.`,
    code_of_failed: msg`A failed order can’t have a code.`,
    unknown_order: msg`The country has no order with this number.`,
    not_voucher: msg`Only a voucher has a code, an expiry and a password.`,
    missing_code: msg`The voucher’s code is missing.`,
    card_needed: msg`An order of a card is completed with the card’s number. Open the order, and choose “Issue the card”.`,
    reason_needed: msg`A failed top-up needs a reason for the customer.`,
    own_company: ownCompany,
    not_approved: msg`The order isn’t approved. Approve it, then import the answer again.`,
    answered_differently: msg`The order already has another answer.`,
    code_given: msg`Another order has this code.`,
    twice: msg`The order is in the file twice, with different answers.`,
  },
  lead_requests: {
    fields,
    reference: msg`The reference must have at most 100 characters.`,
    first_name: msg`The first name must have at most 80 characters.`,
    last_name: msg`The last name must have 1 to 80 characters.`,
    street: msg`The street must have at most 160 characters.`,
    postal_code: msg`The postal code must be valid in the country.`,
    city: msg`The town must have 1 to 80 characters.`,
    phone: msg`The phone number must be valid in the country.`,
    contact: msg`A phone number or an email address is needed.`,
    email: msg`The email address isn’t valid.`,
    products: msg`The products must be types with quantities, such as GGL:2|GGU:1.`,
    windows: msg`The number of windows must be from 0 to 999.`,
    service: msg`The requested service must have at most 200 characters.`,
    message: msg`The message must have at most 4,000 characters.`,
    wished_day: msg`The preferred date must be empty, or a day such as 2027-05-31 that can be chosen.`,
    past: msg`The preferred date is in the past.`,
    consent_day: msg`The day of the consent must be a day such as 2027-05-31, and not in the future.`,
    latitude: msg`The latitude must be from −90 to 90, with a longitude.`,
    longitude: msg`The longitude must be from −180 to 180, with a latitude.`,
    twice: msg`The request is in the file twice. Only the first row is used.`,
    changed: msg`A request with this reference but other values is already stored.`,
  },
};

/** Explains why a row was rejected. Unknown problems from a newer server are shown as their code. */
export function rowProblemText(i18n: I18n, kind: ImportKindId, problem: string): string {
  const text = new Map(Object.entries(rowProblems[kind])).get(problem);
  return text ? i18n._(text) : problem;
}

const fileProblems = {
  [importProblems.unreadable]: msg`A row can’t be read: it’s too long, or a quote before it isn’t closed. Correct the file, and start a new import.`,
  [importProblems.notText]: msg`The file isn’t text in UTF-8. Save it as “CSV UTF-8”, and start a new import.`,
  [importProblems.right]: msg`The operator who started it lost the right.`,
  [importProblems.internal]: msg`Something went wrong on the server. Continue later. Rows that are done stay done.`,
} as const;

/** Explains why the server stopped processing the import. */
export const importProblemText = (i18n: I18n, problem: string): string =>
  Object.hasOwn(fileProblems, problem)
    ? i18n._(fileProblems[problem as keyof typeof fileProblems])
    : problem;

/** Size of a file in kB or MB. */
export function bytesText(i18n: I18n, bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  return i18n.number(isLarge ? bytes / 1_000_000 : Math.ceil(bytes / 1000), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  });
}

export const rowsText = (i18n: I18n, count: number): string =>
  i18n._(msg`${plural(count, { one: '# row', other: '# rows' })}`);

/** Formats a number of points together with the number of companies that receive them. */
export function awardedText(
  i18n: I18n,
  { points, companies }: { readonly points: number; readonly companies: number },
): string {
  const total = i18n._(msg`${plural({ count: points }, { one: '# point', other: '# points' })}`);
  const receivers = i18n._(msg`${plural(companies, { one: '# company', other: '# companies' })}`);
  return i18n._(msg`${total} for ${receivers}`);
}
