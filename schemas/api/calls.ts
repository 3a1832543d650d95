import { accessCalls } from './access-calls.ts';
import { accountCalls } from './account-calls.ts';
import { addressCalls } from './address-calls.ts';
import { attachmentCalls } from './attachment-calls.ts';
import type { Call } from './call.ts';
import { calendarCalls } from './calendar-calls.ts';
import { cardCalls } from './card-calls.ts';
import { certificateCalls } from './certificate-calls.ts';
import { checkoutCalls } from './checkout-calls.ts';
import { configurationCalls } from './configuration-calls.ts';
import { contentCalls } from './content-calls.ts';
import { guideCalls } from './guide-calls.ts';
import { leadCalls } from './lead-calls.ts';
import { liveCalls } from './live-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { orderCalls } from './order-calls.ts';
import { pictureCalls } from './picture-calls.ts';
import { pointsCalls } from './points-calls.ts';
import { projectCalls } from './project-calls.ts';
import { pushCalls } from './push-calls.ts';
import { registrationCalls } from './registration-calls.ts';
import { reportCalls } from './report-calls.ts';
import { scanCalls } from './scan-calls.ts';
import { sharingCalls } from './sharing-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { supportCalls } from './support-calls.ts';
import { surveyCalls } from './survey-calls.ts';
import { teamCalls } from './team-calls.ts';
import { tierCalls } from './tier-calls.ts';

/** The complete REST contract. */
export const calls = {
  ...accessCalls,
  ...accountCalls,
  ...addressCalls,
  ...attachmentCalls,
  ...calendarCalls,
  ...cardCalls,
  ...certificateCalls,
  ...checkoutCalls,
  ...configurationCalls,
  ...contentCalls,
  ...guideCalls,
  ...leadCalls,
  ...notificationCalls,
  ...orderCalls,
  ...pointsCalls,
  ...projectCalls,
  ...pushCalls,
  ...registrationCalls,
  ...reportCalls,
  ...scanCalls,
  ...sharingCalls,
  ...shopCalls,
  ...supportCalls,
  ...surveyCalls,
  ...teamCalls,
  ...tierCalls,
};

export type CallId = keyof typeof calls;
export const allCalls: readonly Call[] = Object.values(calls);

/**
 * Calls that respond with an event stream. Separate from `calls`, because code that reads a whole response
 * (typed handlers, the fuzz test, the test of all lists) would wait forever. They take no input and have their
 * own tests.
 */
export const streams = liveCalls;
export const allStreams: readonly Call[] = Object.values(streams);

/** Calls that respond with an image. Separate from `calls` for the same reason, with their own tests. */
export const pictures = pictureCalls;
export const allPictures: readonly Call[] = Object.values(pictures);
