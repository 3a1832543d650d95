import * as v from 'valibot';
import { regionCode, type RegionCode } from '#schemas/regions.ts';
import {
  loginResponse,
  type LoginResponse,
  RESEND_SECONDS,
  signedIn,
  type SignedIn,
} from '#schemas/session.ts';
import {
  createSavedDraft,
  type DraftStore,
  type SavedDraft,
} from '#src/data/drafts/saved-draft.ts';

const loginMethod = v.picklist(['phone', 'email']);
export type LoginMethod = v.InferOutput<typeof loginMethod>;

/** `owner` covers all owner steps (`onboarding/sign-in-steps.ts`). */
const stepIds = ['id', 'code', 'owner'] as const;
type LoginStepId = (typeof stepIds)[number];

/** State of a sign-in, saved for the browser session; never includes the code. */
const loginState = v.object({
  step: v.picklist(stepIds),
  method: loginMethod,
  region: regionCode,
  email: v.pipe(v.string(), v.maxLength(254)),
  phone: v.pipe(v.string(), v.maxLength(40)),
  /** Response to the code request. */
  challenge: v.nullable(loginResponse),
  /** Time of the code request, in ms by the device's clock. */
  codeSentAt: v.nullable(v.number()),
  /** The server's response to a valid code. It becomes the session after the last step. */
  signedIn: v.nullable(signedIn),
  /** True if the last sign-in ended because the terms were declined. */
  declined: v.boolean(),
  /** Error code of the last attempt, shown on the id step. */
  refusal: v.nullable(v.string()),
  /** Attempts left for the current code. */
  triesLeft: v.number(),
});
export type LoginState = v.InferOutput<typeof loginState>;

interface LoginStep {
  id: LoginStepId;
  applies: (state: LoginState) => boolean;
}

/** Steps in fixed order (spec 1 §2). */
const loginSteps: readonly LoginStep[] = [
  { id: 'id', applies: () => true },
  { id: 'code', applies: (state) => state.challenge !== null },
  { id: 'owner', applies: (state) => state.signedIn !== null },
];

export type LoginEvent =
  | { name: 'method_chosen'; method: LoginMethod }
  | { name: 'typed'; email?: string; phone?: string; region?: RegionCode }
  | { name: 'code_sent'; challenge: LoginResponse; sentAt: number }
  /** A code was requested: clears the last error. */
  | { name: 'code_requested' }
  | { name: 'code_rejected'; code: string; triesLeft?: number }
  /** After a wrong code: goes back to code entry, for the code that was already sent. */
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

/** Returns the next state. */
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
      const pendingState = {
        ...state,
        challenge: event.challenge,
        codeSentAt: event.sentAt,
        signedIn: null,
        declined: false,
        refusal: null,
      };
      return { ...pendingState, step: 'code' };
    }
    case 'code_requested':
      return { ...state, refusal: null };
    case 'code_rejected': {
      // Back to the id step with an error (spec 1 §8). A code with attempts left stays valid.
      const { code: refusal, triesLeft = 0 } = event;
      const rejectedState = { ...state, step: 'id', signedIn: null, refusal, triesLeft } as const;
      return triesLeft > 0
        ? rejectedState
        : { ...rejectedState, challenge: null, codeSentAt: null };
    }
    case 'tried_again':
      return state.challenge === null ? state : { ...state, step: 'code', refusal: null };
    case 'verified':
      return { ...state, step: 'owner', signedIn: event.signedIn, refusal: null };
    case 'declined':
      // Back to the login, signed out (spec 1 §4).
      return { ...initialLoginState(state.region), method: state.method, declined: true };
    case 'went_back':
      return { ...state, step: previousStep(state), refusal: null };
  }
}

/** Returns the previous applicable step; the current one if it's the first. */
function previousStep(state: LoginState): LoginStepId {
  const applicableSteps = loginSteps.filter((step) => step.applies(state)).map((step) => step.id);
  return applicableSteps[applicableSteps.indexOf(state.step) - 1] ?? state.step;
}

/**
 * Returns the seconds until a new code can be requested (60 s, spec 1 §9).
 * @param now in ms by the same clock as `codeSentAt`; if that clock was set back, the wait is still 60 s at most
 */
export function secondsUntilResend(codeSentAt: number | null, now: number): number {
  if (codeSentAt === null) return 0;
  const elapsedSeconds = Math.floor((now - codeSentAt) / 1000);
  return Math.min(RESEND_SECONDS, Math.max(0, RESEND_SECONDS - elapsedSeconds));
}

const KEY = 'club.login';

/** Saves a sign-in across reloads of the tab. */
export function createLoginDraft(store: DraftStore): SavedDraft<LoginState> {
  return createSavedDraft(store, KEY, loginState);
}
