import * as v from 'valibot';
import { regionCode, type RegionCode } from '#schemas/regions.ts';
import {
  loginResponse,
  type LoginResponse,
  RESEND_SECONDS,
  signedIn,
  type SignedIn,
} from '#schemas/session.ts';

const loginMethod = v.picklist(['phone', 'email']);
export type LoginMethod = v.InferOutput<typeof loginMethod>;

/** `owner` stands for all that owners are still asked (`onboarding/sign-in-steps.ts`). */
const stepIds = ['id', 'code', 'owner'] as const;
export type LoginStepId = (typeof stepIds)[number];

/** Where a sign-in stands. All of it is kept for the browser session; the code itself never is. */
export const loginState = v.object({
  step: v.picklist(stepIds),
  method: loginMethod,
  region: regionCode,
  /** As typed. */
  email: v.pipe(v.string(), v.maxLength(254)),
  phone: v.pipe(v.string(), v.maxLength(40)),
  /** The answer to the request that the code belongs to. */
  challenge: v.nullable(loginResponse),
  /** When that code was asked for, in ms by the device's clock. */
  codeSentAt: v.nullable(v.number()),
  /** What the code was exchanged for; it becomes the session once nothing is left to be asked. */
  signedIn: v.nullable(signedIn),
  /** Whether the last sign-in ended because the terms were declined. */
  declined: v.boolean(),
  /** What the id step says of the last try: an error's code. */
  refusal: v.nullable(v.string()),
  /** How often the code that was sent may still be tried after a wrong one. */
  triesLeft: v.number(),
});
export type LoginState = v.InferOutput<typeof loginState>;

interface LoginStep {
  id: LoginStepId;
  /** Whether this sign-in goes through it. */
  applies: (state: LoginState) => boolean;
}

/** The steps in their fixed order (spec 1 §2). */
const loginSteps: readonly LoginStep[] = [
  { id: 'id', applies: () => true },
  { id: 'code', applies: (state) => state.challenge !== null },
  { id: 'owner', applies: (state) => state.signedIn !== null },
];

export type LoginEvent =
  | { name: 'method_chosen'; method: LoginMethod }
  | { name: 'typed'; email?: string; phone?: string; region?: RegionCode }
  | { name: 'code_sent'; challenge: LoginResponse; at: number }
  /** A code is asked for: what was said of the last try is old. */
  | { name: 'asked' }
  | { name: 'code_refused'; code: string; triesLeft?: number }
  /** The same code once more. */
  | { name: 'tried_again' }
  | { name: 'verified'; signedIn: SignedIn }
  | { name: 'declined' }
  | { name: 'went_back' };

export function initialLoginState(region: RegionCode): LoginState {
  return {
    step: 'id',
    method: 'phone',
    region,
    email: '',
    phone: '',
    challenge: null,
    codeSentAt: null,
    signedIn: null,
    declined: false,
    refusal: null,
    triesLeft: 0,
  };
}

/** The next state of a sign-in. Pure. */
export function reduceLogin(state: LoginState, event: LoginEvent): LoginState {
  switch (event.name) {
    case 'method_chosen':
      return { ...state, method: event.method, refusal: null };
    case 'typed':
      return {
        ...state,
        email: event.email ?? state.email,
        phone: event.phone ?? state.phone,
        region: event.region ?? state.region,
        refusal: null,
      };
    case 'code_sent': {
      const asked = {
        ...state,
        challenge: event.challenge,
        codeSentAt: event.at,
        signedIn: null,
        declined: false,
        refusal: null,
      };
      return { ...asked, step: 'code' };
    }
    case 'asked':
      return { ...state, refusal: null };
    case 'code_refused': {
      // Spec 1 §8: back to the id step, with the message. A code that may be tried again is kept for that.
      const { code: refusal, triesLeft = 0 } = event;
      const refused = { ...state, step: 'id', signedIn: null, refusal, triesLeft } as const;
      return triesLeft > 0 ? refused : { ...refused, challenge: null, codeSentAt: null };
    }
    case 'tried_again':
      return state.challenge === null ? state : { ...state, step: 'code', refusal: null };
    case 'verified':
      return { ...state, step: 'owner', signedIn: event.signedIn, refusal: null };
    case 'declined':
      // Spec 1 §4: back to the login, not signed in.
      return { ...initialLoginState(state.region), method: state.method, declined: true };
    case 'went_back':
      return { ...state, step: stepBefore(state), refusal: null };
  }
}

/** The step before this one among those that apply; at the first, the step itself. */
function stepBefore(state: LoginState): LoginStepId {
  const applying = loginSteps.filter((step) => step.applies(state)).map((step) => step.id);
  return applying[applying.indexOf(state.step) - 1] ?? state.step;
}

/**
 * Seconds until a new code may be asked for (60 s, spec 1 §9).
 * @param now ms by the same clock as `codeSentAt`; a clock that jumped back never makes it longer
 */
export function secondsUntilResend(codeSentAt: number | null, now: number): number {
  if (codeSentAt === null) return 0;
  const passed = Math.floor((now - codeSentAt) / 1000);
  return Math.min(RESEND_SECONDS, Math.max(0, RESEND_SECONDS - passed));
}
