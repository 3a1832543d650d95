import { DAY_MS } from '#schemas/durations.ts';
import { CODE_LENGTH, type CodeLength, LONG_CODE_LENGTH } from '#schemas/session.ts';
import { type Services } from '../services.ts';
import { getCount, incrementCount, type Limit, decrementCount } from './rate-limits.ts';

/*
 * The specification requires five digits (spec 1 §9), which is weak [ASVS 6.5.4]. So wrong codes are counted per
 * network address, per account and overall. When a count reaches its daily limit, new codes have ten digits until the
 * next day. No one is locked out, and an attacker who uses up the limit of one account every day succeeds once in 27
 * years on average.
 */
const wrongCodeLimits = {
  perAddress: { name: 'wrong-codes-from', count: 100, windowMs: DAY_MS },
  perSubject: { name: 'wrong-codes-at', count: 10, windowMs: DAY_MS },
  overall: { name: 'wrong-codes-all', count: 500, windowMs: DAY_MS },
} satisfies Record<string, Limit>;

/** The address and account that a code attempt counts against. */
interface CodeTarget {
  /** Network address of the attempt. */
  readonly clientNetwork: string;
  /** Account id, or the email address to verify. */
  readonly subject: string;
}

/** Returns the limits to check, from narrow to wide. */
function getLimits({ clientNetwork, subject }: CodeTarget) {
  return [
    { limit: wrongCodeLimits.perAddress, values: [clientNetwork] },
    { limit: wrongCodeLimits.perSubject, values: [subject] },
    { limit: wrongCodeLimits.overall, values: [] },
  ];
}

/**
 * Returns the number of digits that a new code needs now. Runs the same queries in every case, so that timing reveals
 * nothing.
 */
export async function getRequiredCodeLength(
  services: Services,
  target: CodeTarget,
): Promise<CodeLength> {
  let isWithinLimits = true;
  for (const { limit, values } of getLimits(target)) {
    if ((await getCount(services, limit, ...values)) >= limit.count) isWithinLimits = false;
  }
  return isWithinLimits ? CODE_LENGTH : LONG_CODE_LENGTH;
}

/** One attempt to enter a code. */
interface CodeAttempt {
  /** False if the code must not be checked. Always true for long codes. */
  readonly isAllowed: boolean;
  /** True if a wrong code now switches this account to longer codes. */
  readonly isLast: boolean;
  /** Call if the code was correct, so that the attempt doesn't count as a guess. */
  readonly undo: () => Promise<void>;
}

/**
 * Counts an attempt before the code is compared, so that parallel attempts can't exceed the limits.
 */
export async function recordCodeAttempt(
  services: Services,
  target: CodeTarget,
  code: string,
): Promise<CodeAttempt> {
  if (code.length !== CODE_LENGTH) {
    return { isAllowed: true, isLast: false, undo: () => Promise.resolve() };
  }
  let isLast = false;
  for (const { limit, values } of getLimits(target)) {
    const attempts = await incrementCount(services, limit, ...values);
    if (attempts > limit.count) {
      return { isAllowed: false, isLast: false, undo: () => Promise.resolve() };
    }
    if (attempts === limit.count) {
      services.logger.warn({ limit: limit.name }, 'too many wrong codes: new codes get ten digits');
    }
    if (limit === wrongCodeLimits.perSubject) isLast = attempts === limit.count;
  }
  return {
    isAllowed: true,
    isLast,
    undo: async () => {
      for (const { limit, values } of getLimits(target)) {
        await decrementCount(services, limit, ...values);
      }
    },
  };
}
