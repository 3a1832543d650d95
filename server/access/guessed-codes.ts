import { CODE_LENGTH, type CodeLength, LONG_CODE_LENGTH } from '#schemas/session.ts';
import { type Services } from '../services.ts';
import { counted, countOne, type Limit, uncountOne } from './rate-limits.ts';

const DAY = 86_400_000;

/*
 * Five digits are the specification's (spec 1 §9), and weak [ASVS 6.5.4]. So the wrong ones are counted
 * by the day, and where there were this many, codes have ten digits until the next: nobody is locked
 * out, and guessing at an account succeeds once in 27 years of attacking it every day.
 */
export const guesses = {
  from: { name: 'wrong-codes-from', count: 100, windowMs: DAY },
  at: { name: 'wrong-codes-at', count: 10, windowMs: DAY },
  all: { name: 'wrong-codes-all', count: 500, windowMs: DAY },
} satisfies Record<string, Limit>;

/** What a code guards. */
export interface Guarded {
  /** Where the codes are tried. */
  readonly address: string;
  /** The account, or the e-mail address that is to be proved. */
  readonly subject: string;
}

/** From the narrowest to the widest. */
function budgetsOf({ address, subject }: Guarded) {
  return [
    { limit: guesses.from, values: [address] },
    { limit: guesses.at, values: [subject] },
    { limit: guesses.all, values: [] },
  ];
}

/** How many digits a code needs now. Asks the same of the database for everybody. */
export async function codeLengthFor(services: Services, guarded: Guarded): Promise<CodeLength> {
  let isSafe = true;
  for (const { limit, values } of budgetsOf(guarded)) {
    if ((await counted(services, limit, ...values)) >= limit.count) isSafe = false;
  }
  return isSafe ? CODE_LENGTH : LONG_CODE_LENGTH;
}

/** One try of a code. */
export interface Try {
  /** Whether the code may be looked at. A long one always may. */
  readonly isAllowed: boolean;
  /** Whether five digits are not enough for this account any more if it was wrong. */
  readonly isLast: boolean;
  /** To be called when the code was right: it was no guess. */
  readonly forget: () => Promise<void>;
}

/**
 * Counts a try of a code before it is looked at, so that parallel ones can't get past the limits.
 */
export async function tryCode(services: Services, guarded: Guarded, code: string): Promise<Try> {
  if (code.length !== CODE_LENGTH) {
    return { isAllowed: true, isLast: false, forget: () => Promise.resolve() };
  }
  let isLast = false;
  for (const { limit, values } of budgetsOf(guarded)) {
    const tries = await countOne(services, limit, ...values);
    if (tries > limit.count) {
      return { isAllowed: false, isLast: false, forget: () => Promise.resolve() };
    }
    if (tries === limit.count) {
      services.logger.warn(
        { limit: limit.name },
        'wrong codes: five digits are not enough any more',
      );
    }
    if (limit === guesses.at) isLast = tries === limit.count;
  }
  return {
    isAllowed: true,
    isLast,
    forget: async () => {
      for (const { limit, values } of budgetsOf(guarded)) {
        await uncountOne(services, limit, ...values);
      }
    },
  };
}
