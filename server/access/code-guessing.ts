import { CODE_LENGTH, type CodeLength, LONG_CODE_LENGTH } from '#schemas/session.ts';
import { type Services } from '../services.ts';
import { counted, incrementCount, type Limit, decrementCount } from './rate-limits.ts';

const DAY = 86_400_000;

/*
 * Five digits are the specification's (spec 1 §9), and weak [ASVS 6.5.4]. So the wrong ones are counted
 * by the day, and where there were this many, codes have ten digits until the next: nobody is locked
 * out, and guessing at an account succeeds once in 27 years of attacking it every day.
 */
export const wrongCodeLimits = {
  perAddress: { name: 'wrong-codes-from', count: 100, windowMs: DAY },
  perSubject: { name: 'wrong-codes-at', count: 10, windowMs: DAY },
  overall: { name: 'wrong-codes-all', count: 500, windowMs: DAY },
} satisfies Record<string, Limit>;

/** What a code guards. */
export interface CodeTarget {
  /** Where the codes are tried. */
  readonly address: string;
  /** The account, or the e-mail address that is to be proved. */
  readonly subject: string;
}

/** From the narrowest to the widest. */
function budgetsOf({ address, subject }: CodeTarget) {
  return [
    { limit: wrongCodeLimits.perAddress, values: [address] },
    { limit: wrongCodeLimits.perSubject, values: [subject] },
    { limit: wrongCodeLimits.overall, values: [] },
  ];
}

/** How many digits a code needs now. Asks the same of the database for everybody. */
export async function requiredCodeLength(
  services: Services,
  guarded: CodeTarget,
): Promise<CodeLength> {
  let isSafe = true;
  for (const { limit, values } of budgetsOf(guarded)) {
    if ((await counted(services, limit, ...values)) >= limit.count) isSafe = false;
  }
  return isSafe ? CODE_LENGTH : LONG_CODE_LENGTH;
}

/** One try of a code. */
export interface CodeAttempt {
  /** Whether the code may be looked at. A long one always may. */
  readonly isAllowed: boolean;
  /** Whether five digits are not enough for this account any more if it was wrong. */
  readonly isLast: boolean;
  /** To be called when the code was right: it was no guess. */
  readonly undo: () => Promise<void>;
}

/**
 * Counts a try of a code before it is looked at, so that parallel ones can't get past the limits.
 */
export async function recordCodeAttempt(
  services: Services,
  guarded: CodeTarget,
  code: string,
): Promise<CodeAttempt> {
  if (code.length !== CODE_LENGTH) {
    return { isAllowed: true, isLast: false, undo: () => Promise.resolve() };
  }
  let isLast = false;
  for (const { limit, values } of budgetsOf(guarded)) {
    const tries = await incrementCount(services, limit, ...values);
    if (tries > limit.count) {
      return { isAllowed: false, isLast: false, undo: () => Promise.resolve() };
    }
    if (tries === limit.count) {
      services.logger.warn(
        { limit: limit.name },
        'wrong codes: five digits are not enough any more',
      );
    }
    if (limit === wrongCodeLimits.perSubject) isLast = tries === limit.count;
  }
  return {
    isAllowed: true,
    isLast,
    undo: async () => {
      for (const { limit, values } of budgetsOf(guarded)) {
        await decrementCount(services, limit, ...values);
      }
    },
  };
}
