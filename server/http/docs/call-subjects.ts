import { accessCalls } from '#schemas/api/access-calls.ts';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { addressCalls } from '#schemas/api/address-calls.ts';
import { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { type Call } from '#schemas/api/call.ts';
import { calendarCalls } from '#schemas/api/calendar-calls.ts';
import { cardCalls } from '#schemas/api/card-calls.ts';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import { checkoutCalls } from '#schemas/api/checkout-calls.ts';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { contentCalls } from '#schemas/api/content-calls.ts';
import { guideCalls } from '#schemas/api/guide-calls.ts';
import { leadCalls } from '#schemas/api/lead-calls.ts';
import { liveCalls } from '#schemas/api/live-calls.ts';
import { notificationCalls } from '#schemas/api/notification-calls.ts';
import { orderCalls } from '#schemas/api/order-calls.ts';
import { pictureCalls } from '#schemas/api/picture-calls.ts';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { projectCalls } from '#schemas/api/project-calls.ts';
import { pushCalls } from '#schemas/api/push-calls.ts';
import { registrationCalls } from '#schemas/api/registration-calls.ts';
import { reportCalls } from '#schemas/api/report-calls.ts';
import { scanCalls } from '#schemas/api/scan-calls.ts';
import { sharingCalls } from '#schemas/api/sharing-calls.ts';
import { shopCalls } from '#schemas/api/shop-calls.ts';
import { supportCalls } from '#schemas/api/support-calls.ts';
import { surveyCalls } from '#schemas/api/survey-calls.ts';
import { teamCalls } from '#schemas/api/team-calls.ts';
import { tierCalls } from '#schemas/api/tier-calls.ts';

/** A subject of the API: a tag of the OpenAPI document. */
interface Subject {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly Call[];
}

function subject(
  name: string,
  description: string,
  ...groups: readonly Record<string, Call>[]
): Subject {
  return { name, description, calls: groups.flatMap((group) => Object.values(group)) };
}

/** All calls by subject, in the order in which a newcomer needs them. Every call belongs to exactly one subject. */
export const subjects: readonly Subject[] = [
  subject('Sign-in', 'One-time codes, tokens and signing out.', accessCalls),
  subject('Registration', 'A new company with its owner.', registrationCalls),
  subject('Configuration', 'Rules of a country, and the signed-in user.', configurationCalls),
  subject('Account', 'Your profile, company, email address and sessions.', accountCalls),
  subject('Team', 'Team members.', teamCalls),
  subject('Projects', 'Installations, from start to closing.', projectCalls),
  subject('Shared photos', 'Links to photos of a project.', sharingCalls),
  subject('Scans', 'Labels, the registry, and photos of products.', scanCalls),
  subject('Attachments', 'Photos, signatures and documents of projects.', attachmentCalls),
  subject('Product guide', 'Products of all years, and their parts.', guideCalls),
  subject('Leads', 'Customers looking for an installer.', leadCalls),
  subject('Calendar', 'The link to a person’s installations for other calendars.', calendarCalls),
  subject('Certificates', 'Warranty certificates for closed projects.', certificateCalls),
  subject('Points', 'Balance and points history.', pointsCalls),
  subject('Tiers', 'Levels of a country, and the company’s progress.', tierCalls),
  subject('Shop', 'Rewards you can order with points.', shopCalls),
  subject('Orders', 'Orders and checkout.', orderCalls, checkoutCalls),
  subject('Club card', 'The company’s prepaid card.', cardCalls),
  subject('Support', 'Chats with support.', supportCalls),
  subject('Surveys', 'Invitations to surveys.', surveyCalls),
  subject('News', 'News and tutorials.', contentCalls),
  subject('Notifications', 'Notifications, in the app and by push.', notificationCalls, pushCalls),
  subject('Addresses', 'Address suggestions.', addressCalls),
  subject('Error reports', 'Error reports from devices.', reportCalls),
  subject('Live', 'The stream of changes.', liveCalls),
  subject('Pictures', 'Links as QR codes.', pictureCalls),
];

const subjectOfCall = new Map(
  subjects.flatMap(({ name, calls }) => calls.map(({ id }) => [id, name])),
);

/** Returns a call's subject. Throws if the call is missing from the list. */
export function getSubject({ id }: Call): string {
  const name = subjectOfCall.get(id);
  if (name === undefined)
    throw new Error(`server/http/docs/call-subjects.ts has no subject for ${id}.`);
  return name;
}
